package io.github.bmt4j.load.report;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.duration;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;
import static io.github.bmt4j.report.Numbers.percentileName;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Metric.Use;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.load.nodes.NodesReport;
import io.github.bmt4j.load.run.AgentFigures;
import io.github.bmt4j.load.run.BusyMachine;
import io.github.bmt4j.load.run.Conflicts;
import io.github.bmt4j.load.run.IntervalFiles;
import io.github.bmt4j.load.run.RunMetrics;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.Borrows;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.run.RunSetup;
import io.github.bmt4j.load.run.StageFigures;
import io.github.bmt4j.load.run.Totals;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Tone;
import io.github.bmt4j.sampling.ServerReport;
import io.github.bmt4j.sampling.ServerSeries;
import io.github.bmt4j.workload.WorkloadFigure;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A run for people: its setup before the start, its figures at the end. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class RunReport extends ResultKind<RunResult> {
  private static final List<Double> COMPARED = List.of(50.0, 95.0, 99.0);

  public RunReport() {
    super(RunResult.KIND, RunResult.class);
  }

  @Override
  protected String work() {
    return "rate|arrivals|stages/.*|think";
  }

  @Override
  protected List<Figure> compared(RunResult result) {
    return RunMetrics.figures(result, Use.COMPARED).toList();
  }

  /** The rate has the values of the intervals. */
  @Override
  protected List<Double> spreadOf(RunResult result, Figure figure) {
    return figure.name().equals(RunMetrics.TPS.name())
        ? result.intervals().stream().map(RunResult.IntervalResult::tps).toList()
        : figure.samples();
  }

  /** Percentiles of the response times of all runs, if all have their histograms. */
  @Override
  protected Map<String, Double> pooled(Map<Path, RunResult> results) {
    Histogram all = new Histogram(IntervalFiles.DIGITS);
    long missing = 0;
    for (Map.Entry<Path, RunResult> run : results.entrySet()) {
      Histogram times = IntervalFiles.read(run.getKey(), "response");
      Totals totals = run.getValue().totals();
      if (times.getTotalCount() != totals.transactions()) {
        return Map.of();
      }
      all.add(times);
      missing += totals.withoutTime();
    }
    Map<String, Double> pooled = new LinkedHashMap<>();
    for (double percentile : COMPARED) {
      Double value = Percentiles.percentile(all, missing, percentile);
      if (value != null) {
        pooled.put(percentileName(percentile), value);
      }
    }
    return pooled;
  }

  @Override
  protected Description.Builder describe(RunResult result, @Nullable Path folder) {
    Description.Builder built =
        new Description.Builder(RunSetup.of(result.scenario(), result.environment()))
            .headline(headline(result), tone(result));
    cards(result, built);
    totals(result, built);
    built.figure(latency(result));
    StageReport.of(result).map(StageReport::grid).ifPresent(built::figure);
    OverTimeReport.add(result, built);
    RunTables.ofTransactions(result).forEach(built::figure);
    built.figure(errors(result.errorsByCode()));
    Conflicts.of(result.errorsByCode(), result.server())
        .ifPresent(conflicts -> built.fact("conflicts", conflicts));
    ConnectionReport.of(result).add(built, result.server());
    built.fact("client", client(result));
    RunTables.byEndpoint(result.endpoints()).ifPresent(built::figure);
    AgentFigures.table(result.agents()).ifPresent(built::figure);
    NodesReport.of(result.nodes()).ifPresent(nodes -> nodes.add(built));
    ServerReport.add(ServerSeries.all(result.serverSeries()), built);
    RunCharts.add(result, folder, built);
    NodesReport.of(result.nodes()).ifPresent(nodes -> nodes.addCharts(built));
    return built;
  }

  private static Tone tone(RunResult result) {
    return result.totals().withoutTime() == 0 ? Tone.PLAIN : Tone.WARN;
  }

  private static String headline(RunResult result) {
    return StageReport.of(result).map(StageReport::headline).orElseGet(() -> rates(result))
        + notOk(result.totals())
        + OverTimeReport.headline(result)
        + NodesReport.of(result.nodes()).map(NodesReport::headline).orElse("")
        + BusyMachine.ofOthers(result).map(busy -> "; " + busy).orElse("");
  }

  static String rates(RunResult result) {
    RunScenario scenario = result.scenario();
    String own =
        result.ownFigures().stream()
            .limit(1)
            .map(figure -> words("%,.0f %s, ", figure.value(), figure.name()))
            .collect(Collectors.joining());
    Double tps = result.throughput().tps();
    Integer terminals = scenario.load().terminals();
    Double rate = scenario.load().rate();
    Double p95 = result.latency().response().p95();
    return own
        + (tps == null ? "no transactions" : amount(tps) + " transactions/s")
        + (terminals == null
            ? " on " + counted(scenario.load().threads(), "thread")
            : " of " + counted(terminals, "terminal"))
        + (rate == null ? "" : words(" with %s/s due%s", seconds(rate), kept(result)))
        + ConnectionReport.of(result).headline()
        + (p95 == null ? "" : ", p95 " + duration(p95));
  }

  private static String kept(RunResult result) {
    return StageFigures.allKept(result) ? "" : " (not kept)";
  }

  private static String notOk(Totals totals) {
    String parts =
        Stream.of(
                part(totals.failed(), "failed"),
                part(totals.unknown(), "of unknown outcome"),
                part(totals.stuck(), "stuck"),
                part(totals.unserved(), "unserved"))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
    return !parts.isEmpty()
        ? words("; of %,d operations %s", totals.transactions() + totals.withoutTime(), parts)
        : totals.errors() == 0
            ? ", no errors"
            : "; " + counted(totals.errors(), "error") + ", retried with success";
  }

  private static String part(long count, String what) {
    return count == 0 ? "" : words("%,d %s", count, what);
  }

  public static String amount(double rate) {
    return words(rate < 100 ? "%,.1f" : "%,.0f", rate);
  }

  private static void cards(RunResult result, Description.Builder built) {
    Times response = result.latency().response();
    built.card("transactions a second", number("%,.2f", result.throughput().tps()), "");
    for (WorkloadFigure figure : result.ownFigures()) {
      built.card(figure.name(), words("%,.2f", figure.value()), figure.unit());
    }
    built.card("p95 of response time", unit(response.p95()), "median " + unit(response.p50()));
    built.card("largest response time", unit(response.max()), "p99 " + unit(response.p99()));
    Totals totals = result.totals();
    built.card(
        "not OK",
        count(totals.withoutTime()),
        words("of %,d", totals.transactions() + totals.withoutTime()));
  }

  private static String unit(@Nullable Double millis) {
    return millis == null ? "-" : millis(millis) + " ms";
  }

  private static void totals(RunResult result, Description.Builder built) {
    Totals totals = result.totals();
    built.fact("transactions", total(totals.transactions(), result.throughput().tps()));
    for (WorkloadFigure figure : result.ownFigures()) {
      String unit = figure.unit().replace("1/", "/");
      built.fact(figure.name(), words("%,29.2f %s", figure.value(), unit));
    }
    built.fact("queries", total(totals.queries(), result.throughput().qps()));
    built.fact(
        "r / w / o", words("%,d / %,d / %,d", totals.reads(), totals.writes(), totals.others()));
    built.fact("elapsed", words("%,.3f s", totals.elapsedSeconds()));
    Long arrivals = totals.arrivals();
    if (arrivals != null) {
      built.fact(
          "arrivals",
          words(
              "%,d, of which %,d unserved; backlog at most %,d%s",
              arrivals,
              totals.unserved(),
              totals.maxBacklog(),
              result.agents() == null ? "" : ", the sum of each agent's most"));
    }
    String share = RunMetrics.NOT_OK.figure("", List.of(result)).amount();
    built.fact(
        "not OK",
        totals.withoutTime() == 0
            ? share
            : words(
                    "%s: %,d failed, %,d unknown (lost at commit), %,d stuck",
                    share, totals.failed(), totals.unknown(), totals.stuck())
                + (arrivals == null ? "" : words(", %,d unserved", totals.unserved())));
    Borrows borrows = result.latency().borrow();
    if (borrows != null) {
      built.fact(
          "pool",
          words(
              "%s for %s, %,d timeouts",
              counted(result.scenario().connections(), "connection"),
              counted(result.scenario().load().threads(), "thread"),
              borrows.timeouts()));
    }
    RunMetrics.rows(result).forEach(one -> built.fact(one.title(), one.shown(result)));
  }

  private static String total(long count, @Nullable Double perSecond) {
    return perSecond == null ? words("%,14d", count) : words("%,14d %,14.2f /s", count, perSecond);
  }

  private static Grid latency(RunResult result) {
    Borrows borrows = result.latency().borrow();
    List<Map.Entry<String, Times>> rows =
        Stream.of(
                row("response", result.latency().response()),
                row("service", result.latency().service()),
                row("waiting", result.latency().waiting()),
                row("not OK", result.latency().failed()),
                row("borrow", borrows == null ? null : borrows.waits()),
                row("connect", ConnectionReport.of(result).times()))
            .flatMap(row -> row)
            .toList();
    return new Columns<Map.Entry<String, Times>>()
        .column("times in ms", -14, 0, Map.Entry::getKey)
        .column("min", 9, 1, row -> millis(row.getValue().min()))
        .column("mean", 9, 0, row -> millis(row.getValue().mean()))
        .column("p50", 9, 0, row -> millis(row.getValue().p50()))
        .column("p90", 9, 2, row -> millis(row.getValue().p90()))
        .column("p95", 9, 0, row -> millis(row.getValue().p95()))
        .column("p99", 9, 0, row -> millis(row.getValue().p99()))
        .column("p99.9", 9, 0, row -> millis(row.getValue().p999()))
        .column("max", 9, 0, row -> millis(row.getValue().max()))
        .grid("Times", rows);
  }

  private static Stream<Map.Entry<String, Times>> row(String name, @Nullable Times times) {
    return Stream.ofNullable(times).map(some -> Map.entry(name, some));
  }

  private static Grid errors(List<ErrorCount> errors) {
    return new Columns<ErrorCount>()
        .column("error", -7, 0, error -> String.valueOf(error.code()))
        .column("SQLState", -8, 2, ErrorCount::sqlState)
        .column("phase", -10, 0, ErrorCount::phase)
        .column("count", 9, 0, error -> count(error.count()))
        .column("retried", 9, 1, error -> count(error.retried()))
        .column("message", -7, 0, ErrorCount::message)
        .grid("Errors by code", errors);
  }

  private static String client(RunResult result) {
    Double perQuery = result.client().cpuMicrosPerQuery();
    Double utilization = result.client().cpuUtilization();
    String memory = memory(result.client());
    return words(
        "%,.2f s of CPU%s%s, %,.0f ms of GC pauses%s",
        result.client().cpuSeconds(),
        utilization == null ? "" : words(" (%.0f %% of its processors)", 100 * utilization),
        perQuery == null ? "" : words(", %.1f µs a query", perQuery),
        result.client().gcPauseMs(),
        memory.isEmpty() ? "" : ", " + memory);
  }

  public static String memory(RunResult.Client client) {
    return Stream.of(
            megabytes("heap", client.maxHeapBytes()), megabytes("RSS", client.peakRssBytes()))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String megabytes(String name, @Nullable Long bytes) {
    return bytes == null ? "" : words("%s %,.0f MB", name, bytes / 1e6);
  }
}
