package io.github.bmt4j.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.html.Chart.Line;
import io.github.bmt4j.html.Chart.Plot;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Charts of runs and sweeps: each chart has the lines of all of them. */
final class LoadCharts {
  static final String INTERVALS = "intervals";
  private static final String SECONDS = "time, s (end of interval)";

  private LoadCharts() {}

  /**
   * The charts.
   *
   * @param published curves beside the user's own
   * @param problems gets a line for what is left out
   */
  static List<Chart> of(List<Shown> all, @Nullable Published published, Consumer<String> problems) {
    List<Shown> runs = all.stream().filter(shown -> shown.kind().equals("run")).toList();
    List<Shown> sweeps = all.stream().filter(shown -> shown.kind().equals("sweep")).toList();
    List<Chart> charts = new ArrayList<>();
    charts.add(overTime("Throughput over time", "transactions/s", runs, LoadCharts::throughput));
    charts.add(overTime("Latency over time", "ms", runs, LoadCharts::latency));
    charts.add(overTime("Largest latency over time", "ms", runs, LoadCharts::largest));
    List<ResponseTimes> times =
        runs.stream()
            .map(run -> ResponseTimes.read(run, problems))
            .flatMap(Stream::ofNullable)
            .toList();
    charts.addAll(ResponseTimes.heatMaps(times));
    charts.add(
        overTime(
            "Throughput by kind over time",
            "transactions/s",
            runs,
            (run, intervals) -> kinds(run, intervals, "tps")));
    charts.add(
        overTime(
            "Latency by kind over time",
            "ms",
            runs,
            (run, intervals) -> kinds(run, intervals, "percentileMs")));
    charts.add(overTime("Errors over time", "errors an interval", runs, LoadCharts::errors));
    charts.add(overTime("Arrivals that wait", "operations", runs, LoadCharts::backlog));
    List<Plot> curves = times.stream().map(ResponseTimes::percentiles).toList();
    charts.add(
        new Chart(
            "Response time by percentile", "", "percentile", true, "percentile", "ms", curves));
    charts.add(
        sweep(
            "Throughput by threads",
            "transactions/s",
            plots(sweeps, "transactions/s", "/throughput/tps"),
            curves(sweeps, published, "tps")));
    charts.add(
        sweep(
            "Response time by threads, p95",
            "ms",
            plots(sweeps, "ms", "/latency/response/p95"),
            curves(sweeps, published, "p95_ms")));
    return charts.stream().filter(Chart::drawn).toList();
  }

  /** Shares of runs, and their errors by code. */
  static List<Grid> grids(List<Shown> all) {
    return Stream.concat(shares(all), errors(all)).toList();
  }

  private static Stream<Grid> shares(List<Shown> all) {
    return all.stream()
        .filter(shown -> !shown.tree().path("shares").isEmpty())
        .map(
            shown ->
                grid(
                    shown.label("Shares"),
                    shown.tree().path("shares"),
                    List.of("name", "hits", "trials", "share", "low", "high", "verdict")));
  }

  private static Stream<Grid> errors(List<Shown> all) {
    return all.stream()
        .filter(shown -> !shown.tree().path("errorsByCode").isEmpty())
        .map(
            shown ->
                grid(
                    shown.label("Errors by code"),
                    shown.tree().path("errorsByCode"),
                    List.of("phase", "code", "sqlState", "count", "retried", "message")));
  }

  private static Grid grid(String title, JsonNode rows, List<String> keys) {
    return new Grid(
        title,
        keys,
        each(rows).map(row -> keys.stream().map(key -> row.path(key).asText()).toList()).toList());
  }

  /** The lines of a run. */
  private interface Lines {
    List<Line> of(Shown run, JsonNode intervals);
  }

  private static Chart overTime(String title, String unit, List<Shown> runs, Lines lines) {
    List<Plot> plots =
        runs.stream()
            .map(
                run -> {
                  JsonNode intervals = run.tree().path("intervals");
                  return new Plot(numbers(intervals, "toSeconds"), lines.of(run, intervals));
                })
            .toList();
    return new Chart(title, INTERVALS, "linear", false, SECONDS, unit, plots);
  }

  private static List<Line> throughput(Shown run, JsonNode intervals) {
    return List.of(line(run, "tps", intervals, "tps"));
  }

  private static List<Line> latency(Shown run, JsonNode intervals) {
    double percentile = run.tree().at("/scenario/percentile").asDouble();
    Line tail =
        line(
            run,
            percentile > 0 ? Numbers.percentileName(percentile) : "-",
            intervals,
            "percentileMs");
    return run.alone() ? List.of(line(run, "mean", intervals, "meanMs"), tail) : List.of(tail);
  }

  private static List<Line> largest(Shown run, JsonNode intervals) {
    return List.of(line(run, "max", intervals, "maxMs"));
  }

  /** A line for each kind of transaction; none where all are of one kind. */
  private static List<Line> kinds(Shown run, JsonNode intervals, String key) {
    JsonNode kinds = run.tree().path("kinds");
    return IntStream.range(0, kinds.size())
        .mapToObj(
            kind ->
                new Line(
                    run.label(kinds.path(kind).path("kind").asText()),
                    each(intervals)
                        .<@Nullable Double>map(
                            interval -> number(interval.path("kinds").path(kind).path(key)))
                        .toList(),
                    false))
        .toList();
  }

  private static List<Line> errors(Shown run, JsonNode intervals) {
    Line line = line(run, "errors", intervals, "errors");
    return line.y().stream().allMatch(count -> count == null || count == 0)
        ? List.of()
        : List.of(line);
  }

  private static List<Line> backlog(Shown run, JsonNode intervals) {
    return List.of(line(run, "waiting", intervals, "backlog"));
  }

  private static Line line(Shown run, String label, JsonNode rows, String key) {
    return new Line(run.label(label), numbers(rows, key), false, run.colour());
  }

  private static Chart sweep(String title, String unit, List<Plot> own, List<Plot> published) {
    return new Chart(
        title,
        "sweep",
        "log2",
        false,
        "threads",
        unit,
        Stream.concat(own.stream(), published.stream()).toList());
  }

  private static List<Plot> curves(
      List<Shown> sweeps, @Nullable Published published, String column) {
    return sweeps.isEmpty()
        ? List.of()
        : PublishedFigures.curves(published, column, sweeps.get(0).sides().size());
  }

  private static List<Plot> plots(List<Shown> sweeps, String unit, String figure) {
    return sweeps.stream()
        .map(
            sweep -> {
              // A chart's x must ascend; steps may have any order.
              List<JsonNode> steps =
                  each(sweep.tree().path("steps"))
                      .sorted(Comparator.comparingInt(step -> step.path("threads").asInt()))
                      .toList();
              return new Plot(
                  numbers(steps, "threads"),
                  Stream.of(
                          new Line(
                              sweep.label(unit),
                              stepFigures(steps, figure, true),
                              false,
                              sweep.colour()),
                          new Line(
                              sweep.label("INVALID step"),
                              stepFigures(steps, figure, false),
                              true,
                              sweep.colour()))
                      .filter(Line::drawn)
                      .toList());
            })
        .toList();
  }

  private static List<@Nullable Double> stepFigures(
      List<JsonNode> steps, String figure, boolean valid) {
    return steps.stream()
        .<@Nullable Double>map(
            step ->
                valid == step.at("/verdict/status").asText().equals("VALID")
                    ? number(step.path("run").at(figure))
                    : null)
        .toList();
  }

  static Stream<JsonNode> each(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  /** A number of each element. */
  static List<@Nullable Double> numbers(Iterable<JsonNode> rows, String key) {
    List<@Nullable Double> numbers = new ArrayList<>();
    rows.forEach(row -> numbers.add(number(row.path(key))));
    return numbers;
  }

  static @Nullable Double number(JsonNode value) {
    return value.isNumber() ? (Double) value.asDouble() : null;
  }
}
