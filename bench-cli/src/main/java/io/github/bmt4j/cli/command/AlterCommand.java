package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.AlterTableOptions;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.Converters;
import io.github.bmt4j.cli.options.KeptTarget;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.ServerSeriesOptions;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.options.Within;
import io.github.bmt4j.ddl.AlterChange;
import io.github.bmt4j.ddl.AlterExperiment;
import io.github.bmt4j.ddl.AlterOrder;
import io.github.bmt4j.ddl.AlterResult;
import io.github.bmt4j.ddl.AlterScenario;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterScenario.Limits;
import io.github.bmt4j.ddl.AlterScenario.Lock;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt alter}: the time of ALTERs, and their effect on the load on their table. */
@Command(
    name = "alter",
    description = {
      "Measures how long ALTER TABLE takes and how it disturbs the load on its table.",
      "",
      "Alters a sysbench table by each algorithm, with and without a load on it. The table is"
          + " created for each ALTER and dropped at the end; an existing table is altered with"
          + " --on-existing only."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} --change add-index --algorithm inplace,copy",
      "  ${COMMAND-FULL-NAME} --size 1g --while oltp_read_write,none --repeat 3",
      "  ${COMMAND-FULL-NAME} --url jdbc:mariadb://db/app --on-existing --table orders \\",
      "      --while none --algorithm inplace"
    })
@Section("ALTER")
public final class AlterCommand extends BmtCommand {
  private static final String BESIDE = "oltp_read_write";
  private static final long MOST_LOCK_WAIT_SECONDS = 31_536_000;

  @Option(
      names = "--change",
      order = Section.USUAL,
      paramLabel = "<change,…>",
      split = ",",
      hideParamSyntax = true,
      defaultValue = "add-column",
      description =
          "add-column (default), add-index, change-type, optimize, convert-charset; several"
              + " separated by commas, or all")
  List<String> changes;

  @Option(
      names = "--algorithm",
      order = Section.USUAL,
      paramLabel = "<name,…>",
      split = ",",
      hideParamSyntax = true,
      defaultValue = "all",
      description = "instant, inplace, copy, default (the server chooses), or all (default)")
  List<String> algorithms;

  @Option(
      names = "--lock",
      paramLabel = "<lock>",
      defaultValue = "default",
      description = "LOCK clause of the ALTER: default, none, shared, exclusive")
  Lock lock;

  @Within(least = 1, most = 1000)
  @Option(
      names = "--repeat",
      paramLabel = "<n>",
      defaultValue = "1",
      description = "repetitions of each ALTER (default ${DEFAULT-VALUE})")
  int repeat;

  @Within(least = 0.001)
  @Option(
      names = "--statement-timeout",
      paramLabel = "<s>",
      description =
          "end an ALTER after this time: with MariaDB's max_statement_time, or with KILL QUERY on"
              + " MySQL")
  @Nullable Duration statementTimeout;

  @Option(
      names = "--lock-wait-timeout",
      paramLabel = "<s>",
      description =
          "longest wait for a metadata lock, in whole seconds (default: the server's setting)")
  @Nullable Duration lockWaitTimeout;

  @Mixin Load load;
  @Mixin AlterTableOptions table;
  @Mixin KeptTarget target;
  @Mixin ServerSeriesOptions sampled;
  @Mixin StoreOptions store;

  @Section("Load on the table")
  private static final class Load {
    @Option(
        names = "--while",
        order = Section.USUAL,
        paramLabel = "<load,…>",
        split = ",",
        hideParamSyntax = true,
        defaultValue = BESIDE,
        description =
            "concurrent load: oltp_read_write (default), none, or both separated by a comma")
    List<String> besides;

    @Option(
        names = "--threads",
        paramLabel = "<n>",
        defaultValue = "4",
        description = "threads of the concurrent load (default ${DEFAULT-VALUE})")
    int threads;

    @Within(least = 1)
    @Option(
        names = "--baseline",
        paramLabel = "<s>",
        defaultValue = "5",
        description = "load before each ALTER (default ${DEFAULT-VALUE} s)")
    Duration baseline;

    @Within(least = 1)
    @Option(
        names = "--after",
        paramLabel = "<s>",
        defaultValue = "5",
        description = "load after each ALTER (default ${DEFAULT-VALUE} s)")
    Duration after;
  }

  @Override
  public Integer call() throws TargetException {
    ReportWriter writer = store.writer(AlterResult.KIND, context.screen());
    AlterOrder order = order();
    store.checkWritable();
    return context.with(
        target.servers(UrlKind.OWN, load.threads),
        (server, engine) -> context.run(new AlterExperiment(order, server), store, writer));
  }

  /** The order, checked before anything is touched. */
  public AlterOrder order() {
    List<Concurrent> concurrent =
        load.besides.stream()
            .map(word -> Checks.choice("--while", word, "none", BESIDE))
            .map(word -> word.equals(BESIDE) ? Concurrent.OLTP_READ_WRITE : Concurrent.NONE)
            .distinct()
            .toList();
    Job job = job();
    AlterOrder order =
        new AlterOrder(
            job,
            new AlterScenario(
                job.scenario(),
                table.name(),
                table.onExisting,
                all("--change", changes, AlterChange.class),
                all("--algorithm", algorithms, Algorithm.class),
                lock,
                concurrent,
                repeat,
                Converters.seconds(load.baseline),
                Converters.seconds(load.after),
                limits()));
    order.check();
    return order;
  }

  private Job job() {
    Workload workload = Catalogue.byName(BESIDE);
    Map<String, String> size = Map.of("tables", "1", "table-size", Long.toString(table.rows()));
    return target.job(workload, Params.resolve(workload.info(), size), load.threads, sampled);
  }

  private Limits limits() {
    Double statement =
        statementTimeout == null ? null : (Double) Converters.seconds(statementTimeout);
    if (lockWaitTimeout == null) {
      return new Limits(statement, null);
    }
    long seconds = lockWaitTimeout.toSeconds();
    Checks.check(
        seconds >= 1
            && lockWaitTimeout.equals(Duration.ofSeconds(seconds))
            && seconds <= MOST_LOCK_WAIT_SECONDS,
        "--lock-wait-timeout",
        "=" + Converters.text(lockWaitTimeout) + ": give whole seconds, 1 or more");
    return new Limits(statement, seconds);
  }

  private static <E extends Enum<E>> List<E> all(String option, List<String> given, Class<E> type) {
    return given.equals(List.of("all"))
        ? List.of(type.getEnumConstants())
        : given.stream().map(word -> Checks.constant(option, type, word)).distinct().toList();
  }
}
