package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.Arguments;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.JobOptions;
import io.github.bmt4j.cli.options.LoadOptions;
import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.cli.options.StatementOptions;
import io.github.bmt4j.cli.options.StoreOptions;
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
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.ParamSpec;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.StatementWorkload;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.tpcc.OrdersTable;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** {@code bmt run} of a workload of heavy statements: they are timed one by one. */
record StatementTiming(
    CommandContext context,
    JobOptions job,
    LoadOptions load,
    StatementOptions options,
    StoreOptions store) {
  /**
   * Returns true if a workload's statements are timed one by one.
   *
   * @param given tells of an option whether the user gave it
   * @throws BadInputException when what he gave does not go together
   */
  static boolean isWanted(Workload workload, Predicate<String> given) {
    String own = first(Arguments.declaredBy(new StatementOptions()), given);
    String ofLoad = first(Mark.MAKES_A_LOAD.of(new LoadOptions()), given);
    if (!(workload instanceof StatementWorkload)) {
      Checks.check(
          own == null,
          own + " requires workloads of heavy statements, such as local_storage and statistics");
      return false;
    }
    Checks.check(
        own == null || ofLoad == null,
        own + " times statements one by one, and " + ofLoad + " makes a load of them: give one");
    if (ofLoad != null) {
      return false;
    }
    boolean concurrent = given.test("--while");
    CommandSpec.forAnnotatedObject(new LoadOptions()).options().stream()
        .filter(option -> given.test(option.longestName()) && !Mark.FOR_STATEMENTS.isOf(option))
        .filter(option -> !concurrent || !Mark.FOR_CONCURRENT_LOAD.isOf(option))
        .findFirst()
        .ifPresent(
            useless ->
                Checks.check(
                    false,
                    useless.longestName()
                        + " requires a load: give --time to make one of "
                        + workload.info().name()
                        + ", or leave it out to time its statements"));
    return true;
  }

  /**
   * Times them, and shows and stores what came out.
   *
   * @param words the options of workloads that were given
   */
  int run(WorkloadOptions words) throws TargetException {
    ReportWriter writer = store.writer(StatementResult.KIND, context.screen());
    StatementOrder order = order(words);
    store.checkWritable();
    return context.with(
        job.target.opening(order.need().threads()),
        (server, engine) -> context.run(new StatementExperiment(order, server), store, writer));
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
            job.shownTarget(),
            job.target.serverOptions,
            options.timed(statements, job.threads()),
            ladder,
            beside == null
                ? null
                : new ConcurrentScenario(beside.scenario(), options.baselineSeconds()),
            load.series.scenario());
    return new StatementOrder(scenario, workload, params, statements, beside);
  }

  private Job beside(Workload workload, Params params) {
    int threads = LoadOptions.threads("--while-threads", options.besideThreads);
    return new Job(
        workload,
        params,
        load.scenario(workload, params, threads, job.shownTarget(), job.target.serverOptions));
  }

  private void checkBeside(Workload workload, @Nullable Workload other) {
    Checks.check(
        !(other instanceof StatementWorkload),
        "--while="
            + options.beside
            + ": choose a workload of short transactions, such as oltp_read_write, as the load of "
            + workload.info().name());
    Checks.check(
        other != null || options.besideTableSize == null, "--while-table-size requires --while");
    Checks.check(
        other == null || options.ladder == null,
        "--while cannot be combined with --ladder: give one");
  }

  private static void checkLadder(StatementWorkload workload, Params params, List<Long> ladder) {
    for (long rows : ladder) {
      for (ParamSpec spec : workload.info().params()) {
        Checks.check(
            !spec.name().equals(OrdersTable.ROWS) || (rows >= spec.min() && rows <= spec.max()),
            "--ladder="
                + rows
                + ": give numbers from "
                + (long) spec.min()
                + " to "
                + (long) spec.max());
      }
      Checks.check(
          workload.rung(params, rows).isPresent(),
          "--ladder requires local_storage: "
              + workload.info().name()
              + " needs more than one table");
    }
  }

  private static @Nullable String first(List<String> options, Predicate<String> given) {
    return options.stream().filter(given).findFirst().orElse(null);
  }
}
