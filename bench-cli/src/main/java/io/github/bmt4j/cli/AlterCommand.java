package io.github.bmt4j.cli;

import io.github.bmt4j.engine.Job;
import io.github.bmt4j.engine.alter.AlterChange;
import io.github.bmt4j.engine.alter.AlterOrder;
import io.github.bmt4j.engine.alter.AlterRun;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.result.AlterResult;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt alter}: how long ALTERs take, and what they do to the load on their table. */
@Command(
    name = "alter",
    customSynopsis = "./bmt alter [options]",
    description = {
      "Alters a table of sysbench's by each algorithm, with and without a load on it, and tells how long",
      "each took, how long the load stood still, and what it needed. The table is made anew for every ALTER",
      "and dropped at the end; a table that is there is touched with --on-existing only."
    },
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class AlterCommand implements Callable<Integer> {
  private static final String BESIDE = "oltp_read_write";
  private static final String[] ALGORITHMS = {"instant", "inplace", "copy", "default"};
  private static final int MOST_REPEATS = 1_000;
  private static final long MOST_LOCK_WAIT_SECONDS = 31_536_000;

  private final Workshop workshop;

  @Option(
      names = "--change",
      paramLabel = "<words>",
      split = ",",
      defaultValue = "add-column",
      description =
          "what is changed: add-column (default), add-index, change-type, optimize, convert-charset; several with commas, or all")
  List<String> changes;

  @Option(
      names = "--algorithm",
      paramLabel = "<words>",
      split = ",",
      defaultValue = "all",
      description = "instant, inplace, copy, default (the server's choice), or all (default)")
  List<String> algorithms;

  @Option(
      names = "--lock",
      paramLabel = "<word>",
      defaultValue = "default",
      description = "LOCK= of the ALTER: default, none, shared, exclusive")
  String lock;

  @Mixin AlterTableOptions table;

  @Option(
      names = "--while",
      paramLabel = "<words>",
      split = ",",
      defaultValue = BESIDE,
      description = "what runs beside: oltp_read_write (default), none, or both with a comma")
  List<String> besides;

  @Option(
      names = "--threads",
      paramLabel = "<n>",
      defaultValue = "4",
      description = "workers of the load beside (default ${DEFAULT-VALUE})")
  int threads;

  @Option(
      names = "--repeat",
      paramLabel = "<n>",
      defaultValue = "1",
      description = "how often each ALTER is done (default ${DEFAULT-VALUE})")
  int repeat;

  @Option(
      names = "--before",
      paramLabel = "<s>",
      defaultValue = "5",
      description = "of the load, before an ALTER (default ${DEFAULT-VALUE} s)")
  String before;

  @Option(
      names = "--after",
      paramLabel = "<s>",
      defaultValue = "5",
      description = "of the load, after it (default ${DEFAULT-VALUE} s)")
  String after;

  @Option(
      names = "--statement-timeout",
      paramLabel = "<s>",
      description =
          "end an ALTER after that: by MariaDB's max_statement_time; MySQL has no such limit, so bmt sends KILL QUERY")
  @Nullable String statementTimeout;

  @Option(
      names = "--lock-wait-timeout",
      paramLabel = "<s>",
      description =
          "how long an ALTER waits for a metadata lock, in whole seconds; default: the server's")
  @Nullable String lockWaitTimeout;

  @Mixin TargetOptions target;
  @Mixin StoreOptions store;

  AlterCommand(Workshop workshop) {
    this.workshop = workshop;
  }

  @Override
  public Integer call() throws TargetException {
    ReportWriter writer = store.writer(AlterResult.KIND, workshop.screen());
    AlterOrder order = order();
    store.checkWritable();
    Screen screen = workshop.screen();
    if (store.json()) {
      screen.keepOutputForResults();
    }
    return workshop.with(
        target,
        threads,
        (lab, engine) -> {
          AlterProgress watch = new AlterProgress(screen);
          AlterResult result =
              new AlterRun(order, Clock.SYSTEM, screen, workshop.shutdown().stop())
                  .execute(lab, store.runs(), watch);
          writer.ended(new Runner.Outcome<>(result, watch.folder()));
          return ExitCode.of(result);
        });
  }

  /** What the user wants, checked; nothing is touched before. */
  private AlterOrder order() {
    Checks.check(
        repeat >= 1 && repeat <= MOST_REPEATS,
        "--repeat=" + repeat + ": give a number from 1 to " + MOST_REPEATS);
    AlterOrder order =
        new AlterOrder(
            job(),
            table.name(),
            table.onExisting(),
            changes(),
            words("--algorithm", algorithms, ALGORITHMS),
            Checks.choice("--lock", lock, "default", "none", "shared", "exclusive"),
            words("--while", besides, AlterOrder.NOTHING, BESIDE).stream()
                .map(BESIDE::equals)
                .toList(),
            repeat,
            atLeastASecond("--before", before),
            atLeastASecond("--after", after),
            limits());
    AlterRun.check(order);
    return order;
  }

  private Job job() {
    Workload workload = Catalogue.byName(BESIDE);
    Params params =
        Params.resolve(
            workload.info(), Map.of("tables", "1", "table-size", Long.toString(table.rows())));
    return new Job(
        workload,
        params,
        LoadOptions.defaults()
            .scenario(
                workload.info(),
                params,
                LoadOptions.threads("--threads", threads),
                JobOptions.shown(target.spec())));
  }

  private List<AlterChange> changes() {
    String[] known =
        Arrays.stream(AlterChange.values()).map(AlterChange::word).toArray(String[]::new);
    List<String> wanted = words("--change", changes, known);
    return wanted.stream()
        .map(
            word ->
                Arrays.stream(AlterChange.values())
                    .filter(change -> change.word().equals(word))
                    .findFirst()
                    .orElseThrow())
        .toList();
  }

  private AlterOrder.Limits limits() {
    Duration statement =
        statementTimeout == null ? null : Checks.duration("--statement-timeout", statementTimeout);
    Checks.check(
        statement == null || statement.toMillis() >= 1,
        "--statement-timeout=" + statementTimeout + ": give 1ms or more");
    if (lockWaitTimeout == null) {
      return new AlterOrder.Limits(statement, null);
    }
    double seconds = Checks.seconds("--lock-wait-timeout", lockWaitTimeout);
    Checks.check(
        seconds >= 1 && seconds == Math.rint(seconds) && seconds <= MOST_LOCK_WAIT_SECONDS,
        "--lock-wait-timeout=" + lockWaitTimeout + ": give whole seconds, 1 or more");
    return new AlterOrder.Limits(statement, Math.round(seconds));
  }

  /** The words of a list, each once; all of them for {@code all}. */
  private static List<String> words(String option, List<String> given, String... known) {
    if (given.equals(List.of("all"))) {
      return List.of(known);
    }
    for (String word : given) {
      Checks.choice(option, word, known);
    }
    return given.stream().distinct().toList();
  }

  private static Duration atLeastASecond(String option, String text) {
    Duration duration = Checks.duration(option, text);
    Checks.check(duration.toMillis() >= 1_000, option + "=" + text + ": give 1 s or more");
    return duration;
  }
}
