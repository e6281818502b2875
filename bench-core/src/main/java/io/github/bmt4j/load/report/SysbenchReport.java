package io.github.bmt4j.load.report;

import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.Fairness;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.run.Totals;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run in the form of sysbench 1.0.20: the same lines, labels, columns and decimals, so that
 * parsers of sysbench's reports can read it. Two lines are not sysbench's: the first one names the
 * program, and a line above the figures marks an INVALID run.
 */
final class SysbenchReport {
  private static final double MILLIS = 1000;

  /** In binary fractions 0.3 s are a little less than three intervals of 0.1 s. */
  private static final double FRACTION_SECONDS = 1e-6;

  private final RunScenario scenario;
  private final String program;

  SysbenchReport(RunScenario scenario, String program) {
    this.scenario = scenario;
    this.program = program;
  }

  private String mode() {
    Object mode = scenario.parameters().get("mode");
    return mode == null ? "" : "; " + scenario.workload() + ", mode " + mode;
  }

  RunScenario scenario() {
    return scenario;
  }

  String head(boolean intervals) {
    Double rate = scenario.load().rate();
    return line("%s, in the form of sysbench 1.0.20%s", program, mode())
        + "\n"
        + line("Running the test with following options:")
        + line("Number of threads: %d", scenario.load().threads())
        + (rate == null ? "" : line("Target transaction rate: %s/sec", Numbers.seconds(rate)))
        + (intervals
            ? line(
                "Report intermediate results every %s second(s)",
                Numbers.seconds(scenario.times().intervalSeconds()))
            : "")
        + line("Initializing random number generator from seed (%d).", scenario.load().seed())
        + "\n\nInitializing worker threads...\n\nThreads started!\n\n";
  }

  /**
   * The lines of an interval: one, and a second one in an open loop. Empty for a partial interval
   * at the end: sysbench shows only whole ones.
   *
   * @param percentileMs the scenario's percentile of the interval's times, however few
   * @param underWay operations begun but not ended at its end
   * @param rollbacks on purpose
   */
  String interval(
      IntervalResult interval, @Nullable Double percentileMs, long underWay, long rollbacks) {
    if (linesDue(interval.toSeconds()) == linesDue(interval.fromSeconds())) {
      return "";
    }
    double seconds = interval.toSeconds() - interval.fromSeconds();
    String figures =
        line(
            "[ %.0fs ] thds: %d tps: %.2f qps: %.2f (r/w/o: %.2f/%.2f/%.2f) lat (ms,%.0f%%): %.2f"
                + " err/s: %.2f reconn/s: %.2f",
            interval.toSeconds(),
            scenario.load().threads(),
            interval.tps(),
            interval.qps(),
            interval.readsPerSecond(),
            interval.writesPerSecond(),
            interval.othersPerSecond(),
            scenario.times().percentile(),
            scenario.times().percentile() == 0 ? 0 : orZero(percentileMs),
            (interval.errors() + ignored(rollbacks)) / seconds,
            interval.reconnects() / seconds);
    Long backlog = interval.backlog();
    return backlog == null
        ? figures
        : figures
            + line(
                "[ %.0fs ] queue length: %d, concurrency: %d",
                interval.toSeconds(), backlog, underWay);
  }

  private long linesDue(double seconds) {
    return (long) ((seconds + FRACTION_SECONDS) / scenario.times().intervalSeconds());
  }

  String result(RunResult result, @Nullable Double percentileMs) {
    return invalid(result)
        + statistics(result)
        + latency(result, percentileMs)
        + fairness(result.fairness());
  }

  private static String invalid(RunResult result) {
    return result.verdict().status() != Status.INVALID
        ? ""
        : result.verdict().texts().stream()
            .map(reason -> line("WARNING: this run is INVALID: %s", reason))
            .collect(Collectors.joining());
  }

  private String statistics(RunResult result) {
    Totals totals = result.totals();
    return line("SQL statistics:")
        + line("    queries performed:")
        + line("%-41s%d", "        read:", totals.reads())
        + line("%-41s%d", "        write:", totals.writes())
        + line("%-41s%d", "        other:", totals.others())
        + line("%-41s%d", "        total:", totals.queries())
        + rate("transactions:", totals.transactions(), totals)
        + rate("queries:", totals.queries(), totals)
        + rate("ignored errors:", totals.errors() + ignored(rollbacks(result)), totals)
        + rate("reconnects:", totals.reconnects(), totals)
        + "\n"
        + line("General statistics:")
        + line("%-41s%.4fs", "    total time:", totals.elapsedSeconds())
        + line("%-41s%d", "    total number of events:", totals.transactions())
        + "\n";
  }

  /** sysbench-tpcc reports a deliberate rollback as an ignored error. */
  private long ignored(long rollbacks) {
    return scenario.workload().equals("tpcc") ? rollbacks : 0;
  }

  private static long rollbacks(RunResult result) {
    return Stream.ofNullable(result.kinds())
        .flatMap(List::stream)
        .mapToLong(KindFigures::rollbacks)
        .sum();
  }

  private static String rate(String label, long count, Totals totals) {
    double seconds = totals.elapsedSeconds();
    return line(
        "%-41s%-6d (%.2f per sec.)", "    " + label, count, seconds > 0 ? count / seconds : 0);
  }

  private String latency(RunResult result, @Nullable Double percentileMs) {
    Times times = result.latency().response();
    double sum = sum(result);
    String percentile =
        scenario.times().percentile() == 0
            ? line("%-41s%s", "         percentile stats:", "disabled")
            : time(words("%.0fth percentile:", scenario.times().percentile()), percentileMs);
    return line("Latency (ms):")
        + time("min:", times.min())
        + time("avg:", times.count() == 0 ? null : (Double) (sum / times.count()))
        + time("max:", times.max())
        + percentile
        + time("sum:", sum)
        + "\n";
  }

  private double sum(RunResult result) {
    Fairness fairness = result.fairness();
    return fairness == null
        ? orZero(result.latency().response().mean()) * result.latency().response().count()
        : fairness.timeMeanSeconds() * scenario.load().threads() * MILLIS;
  }

  private static String time(String label, @Nullable Double millis) {
    return line("%-43s%10.2f", "         " + label, orZero(millis));
  }

  private static String fairness(@Nullable Fairness fairness) {
    return fairness == null
        ? ""
        : line("Threads fairness:")
            + line(
                "%-35s%.4f/%.2f",
                "    events (avg/stddev):", fairness.eventsMean(), fairness.eventsStddev())
            + line(
                "%-35s%.4f/%.2f",
                "    execution time (avg/stddev):",
                fairness.timeMeanSeconds(),
                fairness.timeStddevSeconds())
            + "\n";
  }

  private static double orZero(@Nullable Double value) {
    return value == null ? 0 : value;
  }
}
