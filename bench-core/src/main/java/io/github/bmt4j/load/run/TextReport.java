package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.percentileName;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.load.run.RunResult.Borrows;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.Totals;
import io.github.bmt4j.report.Table;
import io.github.bmt4j.workload.ParamSpec;
import io.github.bmt4j.workload.WorkloadFigure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A run as text: what runs, before it begins; what came out, at the end. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class TextReport extends ResultKind<RunResult> {
  private static final List<String> SHOWN_PARAMETERS =
      List.of(
          "tables",
          "scale",
          "table-size",
          "rows",
          "query",
          "rand-type",
          ParamSpec.STORAGE_ENGINE.name());

  /** Settings of parity; the first that is in effect is named. */
  private static final List<String> FASTER =
      List.of("connectTimeout=0", "useServerPrepStmts=true", "cachePrepStmts=true");

  private static final List<Double> COMPARED = List.of(50.0, 95.0, 99.0);

  public TextReport() {
    super(RunResult.KIND, RunResult.class, "totals");
  }

  @Override
  protected List<Figure> compared(RunResult result) {
    Times response = result.latency().response();
    List<Figure> figures = new ArrayList<>();
    figures.add(Figure.rate("tps", result.throughput().tps()));
    for (WorkloadFigure figure : result.ownFigures()) {
      figures.add(new Figure(figure.name(), figure.value(), figure.unit(), Better.HIGHER));
    }
    figures.addAll(
        List.of(
            Figure.millis("p50", response.p50()),
            Figure.millis("p95", response.p95()),
            Figure.millis("p99", response.p99()),
            notOk("not OK", result.totals().transactions(), result.totals().withoutTime()),
            new Figure(
                "client CPU a query", result.client().cpuMicrosPerQuery(), "us", Better.LOWER)));
    for (KindFigures kind : Objects.requireNonNullElse(result.kinds(), List.<KindFigures>of())) {
      figures.add(Figure.rate(kind.kind() + ": tps", kind.tps()));
      figures.add(Figure.millis(kind.kind() + ": p50", kind.response().p50()));
      figures.add(Figure.millis(kind.kind() + ": p95", kind.response().p95()));
      figures.add(
          notOk(kind.kind() + ": not OK", kind.transactions(), kind.failed() + kind.unknown()));
    }
    return figures;
  }

  /** The share of operations that did not end OK: sides may differ in how many they tried. */
  private static Figure notOk(String name, long transactions, long others) {
    long all = transactions + others;
    return new Figure(name, all == 0 ? null : (Double) (100.0 * others / all), "%", Better.LOWER);
  }

  /** Percentiles of the response times of all runs, where all have their histograms. */
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
  protected String head(RunResult result) {
    return head(result.scenario(), result.environment());
  }

  /** What is about to run, on what. */
  static String head(RunScenario scenario, Environment environment) {
    return head(scenario, environment, counted(scenario.threads(), "thread"));
  }

  /**
   * The same with other words for the threads.
   *
   * @param threads such as "1, 2, 4 threads"
   */
  static String head(RunScenario scenario, Environment environment, String threads) {
    boolean server = environment.driver().statements().equals("server");
    String with =
        words(
            "%s, %s, statements %s",
            setUp(scenario.client()),
            scenario.pool().equals("none") ? "no pool" : pool(scenario.client().poolSize()),
            server ? "prepared on the server" : "as text");
    return head(title(scenario), environment, "", with)
        + parity(scenario.client(), environment.driver().url())
        + rows(scenario.client().consume())
        + line("load     %s", load(scenario, threads))
        + line("data     %s", data(scenario));
  }

  @Override
  protected String figures(RunResult result, int columns) {
    return totals(result)
        + latency(result, columns)
        + RunTables.ofTransactions(result, columns)
        + errors(result.errorsByCode())
        + client(result)
        + RunTables.byEndpoint(result.endpoints(), columns);
  }

  private static String pool(@Nullable Integer size) {
    return (size == null ? "HikariCP" : "HikariCP with " + counted(size, "connection"))
        + ", a connection borrowed for every transaction";
  }

  /** Settings in the URL that make the driver faster than users have it. */
  private static String parity(ClientScenario client, String url) {
    return client.parity().equals("none")
        ? ""
        : FASTER.stream()
            .filter(setting -> (url + "&").contains(setting + "&"))
            .findFirst()
            .map(
                setting ->
                    line(
                        "parity   with sysbench: %s and others; --parity none measures the driver as shipped",
                        setting))
            .orElse("");
  }

  private static String setUp(ClientScenario client) {
    String with =
        client.driverWith().isEmpty() ? "" : " with " + String.join(", ", client.driverWith());
    return with + (client.parity().equals("none") ? ", as shipped" : "");
  }

  /** What is read of result sets, where that is more than sysbench reads. */
  private static String rows(String consume) {
    return switch (consume) {
      case "all" -> line("rows     all columns read");
      case "first-column" -> line("rows     first column read");
      default -> "";
    };
  }

  private static String load(RunScenario scenario, String threads) {
    return words(
        "%s, %s%s after %s s of warm-up",
        loop(scenario, threads),
        scenario.timeSeconds() == 0 ? "no time limit" : seconds(scenario.timeSeconds()) + " s",
        scenario.events() == 0 ? "" : words(", at most %,d events", scenario.events()),
        seconds(scenario.warmupSeconds()));
  }

  private static String loop(RunScenario scenario, String threads) {
    Integer terminals = scenario.terminals();
    if (terminals != null) {
      Object pacing = scenario.parameters().get("pacing");
      return words(
          "%s on %s%s",
          counted(terminals, "terminal"),
          threads.replace("thread", "connection"),
          pacing == null ? "" : ", pacing " + pacing);
    }
    Double rate = scenario.rate();
    return threads
        + (rate == null
            ? ", closed loop"
            : words(", open loop at %s/s (%s arrivals)", seconds(rate), scenario.arrivals()));
  }

  private static String data(RunScenario scenario) {
    Map<String, Object> parameters = scenario.parameters();
    return SHOWN_PARAMETERS.stream()
            .filter(parameters::containsKey)
            .filter(name -> !ParamSpec.STORAGE_ENGINE.defaultValue().equals(parameters.get(name)))
            .map(name -> parameter(name, parameters.get(name)) + ", ")
            .collect(Collectors.joining())
        + "seed "
        + scenario.seed();
  }

  /** What runs: the workload and its mode, or the files of the user's own SQL. */
  private static String title(RunScenario scenario) {
    Map<String, Object> parameters = scenario.parameters();
    if (parameters.get("files") instanceof List<?> files) {
      return files.stream()
          .map(file -> (Map<?, ?>) file)
          .map(file -> file.get("file") + "@" + file.get("weight"))
          .collect(Collectors.joining(" "));
    }
    return parameters.get("mode") instanceof String mode
        ? scenario.workload() + ", mode " + mode + ","
        : scenario.workload();
  }

  /** A parameter and its value. */
  public static String parameter(String name, @Nullable Object value) {
    return words(value instanceof Long ? "%s %,d" : "%s %s", name, value);
  }

  private static String totals(RunResult result) {
    Totals totals = result.totals();
    StringBuilder text = new StringBuilder();
    text.append(total("transactions", totals.transactions(), result.throughput().tps()));
    for (WorkloadFigure figure : result.ownFigures()) {
      text.append(
          line(
              "  %-22s %,21.2f %s",
              figure.name(), figure.value(), figure.unit().replace("1/", "/")));
    }
    text.append(total("queries", totals.queries(), result.throughput().qps()));
    text.append(
        line(
            "  %-14s %,d / %,d / %,d",
            "r / w / o", totals.reads(), totals.writes(), totals.others()));
    text.append(line("  %-14s %,.3f s", "elapsed", totals.elapsedSeconds()));
    Long arrivals = totals.arrivals();
    if (arrivals != null) {
      text.append(
          line(
              "  %-14s %,d, of which %,d unserved; backlog at most %,d",
              "arrivals", arrivals, totals.unserved(), totals.maxBacklog()));
    }
    if (totals.failed() + totals.unknown() + totals.stuck() > 0) {
      text.append(
          line(
              "  %-14s %,d failed, %,d unknown (lost at commit), %,d stuck",
              "not OK", totals.failed(), totals.unknown(), totals.stuck()));
    }
    Borrows borrows = result.latency().borrow();
    if (borrows != null) {
      text.append(
          line(
              "  %-14s %s for %s, %,d timeouts",
              "pool",
              counted(result.scenario().connections(), "connection"),
              counted(result.scenario().threads(), "thread"),
              borrows.timeouts()));
    }
    if (totals.reconnects() > 0) {
      text.append(total("reconnects", totals.reconnects(), null));
    }
    return text.toString();
  }

  private static String total(String name, long count, @Nullable Double perSecond) {
    return perSecond == null
        ? line("  %-14s %,14d", name, count)
        : line("  %-14s %,14d %,14.2f /s", name, count, perSecond);
  }

  private static String latency(RunResult result, int columns) {
    List<Map.Entry<String, Times>> rows = new ArrayList<>();
    rows.add(Map.entry("response", result.latency().response()));
    rows.add(Map.entry("service", result.latency().service()));
    Times waiting = result.latency().waiting();
    if (waiting != null) {
      rows.add(Map.entry("waiting", waiting));
    }
    Times failed = result.latency().failed();
    if (failed != null) {
      rows.add(Map.entry("not OK", failed));
    }
    Borrows borrows = result.latency().borrow();
    if (borrows != null) {
      rows.add(Map.entry("borrow", borrows.waits()));
    }
    return new Table<Map.Entry<String, Times>>(columns)
        .column("  times in ms", -16, 0, row -> "  " + row.getKey())
        .column("min", 9, 1, row -> millis(row.getValue().min()))
        .column("mean", 9, 0, row -> millis(row.getValue().mean()))
        .column("p50", 9, 0, row -> millis(row.getValue().p50()))
        .column("p90", 9, 2, row -> millis(row.getValue().p90()))
        .column("p95", 9, 0, row -> millis(row.getValue().p95()))
        .column("p99", 9, 0, row -> millis(row.getValue().p99()))
        .column("p99.9", 9, 0, row -> millis(row.getValue().p999()))
        .column("max", 9, 0, row -> millis(row.getValue().max()))
        .text(rows);
  }

  private static String errors(List<ErrorCount> errors) {
    StringBuilder text = new StringBuilder();
    for (ErrorCount error : errors) {
      text.append(
          line(
              "  error %-8s %,d in phase %s, %,d rolled back and retried: %s",
              error.code(), error.count(), error.phase(), error.retried(), error.message()));
    }
    return text.toString();
  }

  private static String client(RunResult result) {
    Double perQuery = result.client().cpuMicrosPerQuery();
    Double utilization = result.client().cpuUtilization();
    String memory = memory(result.client());
    return line(
        "  %-14s %,.2f s of CPU%s%s, %,.0f ms of GC pauses%s",
        "client",
        result.client().cpuSeconds(),
        utilization == null ? "" : words(" (%.0f %% of its processors)", 100 * utilization),
        perQuery == null ? "" : words(", %.1f µs a query", perQuery),
        result.client().gcPauseMs(),
        memory.isEmpty() ? "" : ", " + memory);
  }

  /** What memory the client used, as far as that was observed; may be empty. */
  static String memory(RunResult.Client client) {
    return Stream.of(
            megabytes("heap", client.maxHeapBytes()), megabytes("RSS", client.peakRssBytes()))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String megabytes(String name, @Nullable Long bytes) {
    return bytes == null ? "" : words("%s %,.0f MB", name, bytes / 1e6);
  }
}
