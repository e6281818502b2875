package io.github.bmt4j.sampling;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.sampling.ServerSeries.Line;
import io.github.bmt4j.sampling.ServerSeries.Readings;
import io.github.bmt4j.sampling.ServerSeries.Server;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes the series of the servers of a load. */
public final class ServerReport {
  private static final Map<ServerFigure, String> OFTEN_UNKNOWN =
      Map.of(
          ServerFigure.STATEMENT_CPU, "CPU",
          ServerFigure.READ_LATENCY, "read ms",
          ServerFigure.FLUSH_LATENCY, "flush ms");
  private static final int MOST_MARKED = 20;
  private static final int MOST_DRAWN = 8;

  private ServerReport() {}

  private record Row(String part, String server, List<Server> all) {}

  public static void add(@Nullable List<ServerSeries> parts, Description.Builder built) {
    Map<List<String>, List<Server>> rows = new LinkedHashMap<>();
    for (ServerSeries series : parts == null ? List.<ServerSeries>of() : parts) {
      for (Server server : series.servers()) {
        if (!server.readings().isEmpty()) {
          List<String> key = List.of(series.name(), server.name());
          rows.computeIfAbsent(key, row -> new ArrayList<>()).add(server);
        }
      }
    }
    List<Row> shown =
        rows.entrySet().stream()
            .map(row -> new Row(row.getKey().get(0), row.getKey().get(1), row.getValue()))
            .toList();
    boolean named = shown.stream().anyMatch(row -> !row.part().isEmpty());
    built.figure(table(named).grid("Servers, means of the measurement", shown));
    addUnknown(parts, built);
  }

  public static void addUnknown(@Nullable List<ServerSeries> parts, Description.Builder built) {
    Stream.ofNullable(parts)
        .flatMap(List::stream)
        .flatMap(series -> series.servers().stream())
        .filter(server -> !server.readings().isEmpty())
        .limit(1)
        .map(ServerReport::reasons)
        .filter(reasons -> !reasons.isEmpty())
        .forEach(reasons -> built.fact("not reported", reasons));
  }

  private static Columns<Row> table(boolean named) {
    return new Columns<Row>()
        .columnIf(named, "during", -24, 0, Row::part)
        .column("server", -14, 0, Row::server)
        .column("CPU", 6, 0, row -> cpu(row.all()))
        .column("running", 7, 2, rate(ServerFigure.THREADS_RUNNING))
        .column("reads/s", 8, 0, rate(ServerFigure.READS))
        .column("writes/s", 8, 0, rate(ServerFigure.WRITES))
        .column("redo/s", 8, 1, rate(ServerFigure.REDO_WRITES))
        .column("flushes/s", 9, 0, rate(ServerFigure.FLUSHES))
        .column(
            "read ms",
            8,
            named ? 2 : 0,
            row -> millis(ServerSeries.mean(row.all(), ServerFigure.READ_LATENCY)))
        .column(
            "flush ms",
            8,
            named ? 1 : 0,
            row -> millis(ServerSeries.mean(row.all(), ServerFigure.FLUSH_LATENCY)))
        .column("lock waits/s", 12, 3, rate(ServerFigure.ROW_LOCK_WAITS))
        .column("lag s", 6, 4, rate(ServerFigure.REPLICA_LAG));
  }

  private static Function<Row, String> rate(ServerFigure figure) {
    return row -> rate(row.all(), figure);
  }

  public static String rate(List<Server> all, ServerFigure figure) {
    Double mean = ServerSeries.mean(all, figure);
    return number(mean != null && mean < 100 ? "%,.1f" : "%,.0f", mean);
  }

  public static List<Server> first(@Nullable List<ServerSeries> parts, String name) {
    return Stream.ofNullable(parts)
        .flatMap(List::stream)
        .filter(series -> series.name().equals(name))
        .flatMap(series -> series.servers().stream().limit(1))
        .toList();
  }

  /** CPU in processors, as a lower bound, or in percent; "-" where it is unknown. */
  public static String cpu(List<Server> all) {
    Double process = ServerSeries.mean(all, ServerFigure.CPU);
    Double instance = ServerSeries.mean(all, ServerFigure.INSTANCE_CPU);
    if (process == null && instance != null) {
      return number("%.0f %%", instance);
    }
    Double statements = ServerSeries.mean(all, ServerFigure.STATEMENT_CPU);
    return process != null || statements == null
        ? number("%.2f", process)
        : number(">=%.2f", statements);
  }

  private static String reasons(Server server) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (ServerFigure figure : ServerFigure.values()) {
      String column = OFTEN_UNKNOWN.get(figure);
      String why = server.notTold().get(figure.word());
      boolean shown = figure == ServerFigure.STATEMENT_CPU && !cpu(List.of(server)).equals("-");
      if (column != null && why != null && !shown) {
        byReason.computeIfAbsent(why, reason -> new ArrayList<>()).add(column);
      }
    }
    return byReason.entrySet().stream()
        .map(one -> String.join(" and ", one.getValue()) + ": " + one.getKey())
        .collect(Collectors.joining("; "));
  }

  public static List<Chart.Band> events(@Nullable ServerSeries series) {
    return ServerSeries.all(series).stream()
        .flatMap(one -> one.servers().stream())
        .flatMap(server -> server.events().stream())
        .limit(MOST_MARKED)
        .map(event -> new Chart.Band(event.what(), event.seconds(), event.seconds()))
        .toList();
  }

  public static void addCharts(
      @Nullable List<ServerSeries> parts, String group, Description.Builder built) {
    if (parts == null) {
      return;
    }
    if (parts.size() > MOST_DRAWN) {
      built.omitted(
          words("the servers' charts have the first %d of %,d parts", MOST_DRAWN, parts.size()));
    }
    Charts charts = new Charts(parts.size() == 1, new LinkedHashMap<>(), new LinkedHashMap<>());
    Map<String, Integer> repetitions = new HashMap<>();
    for (ServerSeries series : parts.subList(0, Math.min(MOST_DRAWN, parts.size()))) {
      int repetition = repetitions.merge(series.name(), 1, Integer::sum);
      String part = series.name() + (repetition == 1 ? "" : " #" + repetition);
      for (Server server : series.servers()) {
        String name = series.servers().size() == 1 ? "" : server.name();
        server.readings().forEach(readings -> charts.add(part, name, readings));
      }
      series.command().forEach(readings -> charts.add(part, "", readings));
    }
    charts
        .plots()
        .forEach(
            (title, plots) -> {
              String unit = charts.units().getOrDefault(title, "");
              Chart chart = Chart.shared(title, group, Chart.Scale.LINEAR, "time, s", unit, plots);
              if (chart.plots().stream().anyMatch(ServerReport::hasMoreThanZeros)) {
                built.figure(chart.setAside());
              }
            });
  }

  private static boolean hasMoreThanZeros(Plot plot) {
    return plot.lines().stream()
        .flatMap(line -> line.y().stream())
        .anyMatch(value -> value != null && value != 0);
  }

  private record Charts(boolean alone, Map<String, List<Plot>> plots, Map<String, String> units) {
    void add(String part, String server, Readings readings) {
      // The other charts of a run do not show its warm-up either.
      List<Double> times = readings.toSeconds();
      boolean run = part.isEmpty();
      int begin = run ? (int) times.stream().filter(seconds -> seconds < 0).count() : 0;
      Map<String, List<Chart.Line>> lines = new LinkedHashMap<>();
      for (Line line : readings.lines()) {
        String chart = ServerFigure.chart(line.figure());
        String title = alone || chart.equals(line.figure()) ? chart : "Server: " + line.figure();
        String label =
            Stream.of(alone ? "" : part, server, alone ? line.figure() : "")
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
        lines
            .computeIfAbsent(title, chosen -> new ArrayList<>())
            .add(new Chart.Line(label, line.values().subList(begin, times.size())));
        units.put(title, line.unit());
      }
      lines.forEach(
          (title, all) ->
              plots
                  .computeIfAbsent(title, chosen -> new ArrayList<>())
                  .add(new Plot(times.subList(begin, times.size()), all).withGaps()));
    }
  }
}
