package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.JobOptions;
import io.github.bmt4j.cli.options.LoadOptions;
import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.cli.options.NodeOptions;
import io.github.bmt4j.cli.options.OptionNames;
import io.github.bmt4j.cli.options.ServerSeriesOptions;
import io.github.bmt4j.cli.options.StatementOptions;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.options.Threads;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.options.WorkloadOptions;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.heavy.StatementExperiment;
import io.github.bmt4j.heavy.StatementOrder;
import io.github.bmt4j.heavy.StatementResult;
import io.github.bmt4j.heavy.StatementScenario;
import io.github.bmt4j.load.concurrent.ConcurrentScenario;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.StatementWorkload;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.tpcc.OrdersTable;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** {@code bmt run} of a workload of heavy statements: they are timed one by one. */
record StatementTiming(
    CommandContext context,
    JobOptions job,
    LoadOptions load,
    ServerSeriesOptions sampled,
    StatementOptions options) {
  /**
   * Returns true if a workload's statements are timed one by one.
   *
   * @param given true for an option that the user gave
   * @throws BadInputException when the given options contradict each other
   */
  static boolean isWanted(Workload workload, Predicate<String> given) {
    String own = first(OptionNames.declaredBy(new StatementOptions()), given);
    String ofLoad = first(Mark.MAKES_A_LOAD.of(new LoadOptions()), given);
    if (!(workload instanceof StatementWorkload)) {
      Checks.check(
          own == null,
          String.valueOf(own),
          " requires workloads of heavy statements, such as local_storage and statistics");
      return false;
    }
    Checks.check(
        own == null || ofLoad == null,
        String.valueOf(own),
        " times statements one by one, and " + ofLoad + " makes a load of them: give one");
    if (ofLoad != null) {
      return false;
    }
    boolean concurrent = given.test("--while");
    Stream.of(new LoadOptions(), new NodeOptions())
        .flatMap(options -> CommandSpec.forAnnotatedObject(options).options().stream())
        .filter(option -> given.test(option.longestName()))
        .filter(option -> !concurrent || !Mark.FOR_CONCURRENT_LOAD.isOf(option))
        .findFirst()
        .ifPresent(
            useless ->
                Checks.check(
                    false,
                    useless.longestName(),
                    " requires a load: give --time to make one of "
                        + workload.info().name()
                        + ", or leave it out to time its statements"));
    return true;
  }

  /**
   * Times the statements, and shows and stores the result.
   *
   * @param words the given options of workloads
   */
  int run(WorkloadOptions words, StoreOptions store) throws TargetException {
    ReportWriter writer = store.writer(StatementResult.KIND, context.screen());
    StatementOrder order = order(words);
    store.checkWritable();
    return context.with(
        job.target.servers(UrlKind.OWN, order.need().threads()),
        (server, engine) -> context.run(new StatementExperiment(order, server), store, writer));
  }

  /** The number of threads up to which statements are timed. */
  static int threads(JobOptions job) {
    return Threads.of(job.threads).one(": statements are timed with 1, 2, 4 and so on up to it");
  }

  Need need(WorkloadOptions words) {
    return order(words).need();
  }

  private StatementOrder order(WorkloadOptions words) {
    StatementWorkload workload = (StatementWorkload) Catalogue.byName(job.workload);
    Workload other = options.beside == null ? null : Catalogue.byName(options.beside);
    checkBeside(workload, other);
    Params params = words.params(workload, other);
    List<HeavyStatement> statements = workload.statements(params);
    List<Long> ladder = options.ladder();
    checkLadder(workload, params, ladder);
    Job beside =
        other == null ? null : beside(other, words.rest(other, workload, options.besideTableSize));
    StatementScenario scenario =
        new StatementScenario(
            workload.info().name(),
            workload.info().version(),
            params.asMap(),
            job.target.spec(UrlKind.OWN).word(),
            job.target.serverOptions(),
            options.timed(statements, threads(job)),
            ladder,
            beside == null
                ? null
                : new ConcurrentScenario(beside.scenario(), options.baselineSeconds()),
            sampled.scenario());
    return new StatementOrder(scenario, workload, params, statements, beside);
  }

  private Job beside(Workload workload, Params params) {
    int threads = LoadOptions.threads("--while-threads", options.besideThreads);
    return job.target.job(load, workload, params, Threads.of(threads, null), sampled);
  }

  private void checkBeside(Workload workload, @Nullable Workload other) {
    Checks.check(
        !(other instanceof StatementWorkload),
        "--while",
        "="
            + options.beside
            + ": choose a workload of short transactions, such as oltp_read_write, as the load of "
            + workload.info().name());
    Checks.check(
        other != null || options.besideTableSize == null,
        "--while-table-size",
        " requires --while");
    Checks.check(
        other == null || options.ladder == null,
        "--while",
        " cannot be combined with --ladder: give one");
  }

  private static void checkLadder(StatementWorkload workload, Params params, List<Long> ladder) {
    for (long rows : ladder) {
      for (DeclaredOption<?> spec : workload.info().params()) {
        Checks.check(
            !spec.name().equals(OrdersTable.ROWS) || (rows >= spec.min() && rows <= spec.max()),
            "--ladder",
            "=" + rows + ": give numbers from " + (long) spec.min() + " to " + (long) spec.max());
      }
      Checks.check(
          workload.rung(params, rows).isPresent(),
          "--ladder",
          " requires local_storage: " + workload.info().name() + " needs more than one table");
    }
  }

  private static @Nullable String first(List<String> options, Predicate<String> given) {
    return options.stream().filter(given).findFirst().orElse(null);
  }
}
