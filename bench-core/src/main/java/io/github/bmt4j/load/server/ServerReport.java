package io.github.bmt4j.load.server;

import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.load.server.ServerSeries.Line;
import io.github.bmt4j.load.server.ServerSeries.Readings;
import io.github.bmt4j.load.server.ServerSeries.Server;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes the series of the servers of a load. */
public final class ServerReport {
  /** Columns of the table whose figures servers often do not report. */
  private static final Map<ServerFigure, String> OFTEN_NOT_TOLD =
      Map.of(
          ServerFigure.STATEMENT_CPU, "CPU",
          ServerFigure.READ_LATENCY, "read ms",
          ServerFigure.FLUSH_LATENCY, "flush ms");

  private ServerReport() {}

  /** Adds a table with a row for each server, and what they do not tell. */
  public static void add(@Nullable ServerSeries series, Description.Builder built) {
    if (series == null) {
      return;
    }
    List<Server> servers =
        series.servers().stream().filter(one -> !one.readings().isEmpty()).toList();
    built.figure(table().grid("Servers, means of the measurement", servers));
    if (!servers.isEmpty()) {
      String reasons = reasons(servers.get(0));
      if (!reasons.isEmpty()) {
        built.fact("not told", reasons);
      }
    }
  }

  private static Table<Server> table() {
    return new Table<Server>()
        .column("server", -14, 0, Server::name)
        .column("CPU", 6, 0, ServerReport::cpu)
        .column("running", 7, 2, rate(ServerFigure.THREADS_RUNNING))
        .column("reads/s", 8, 0, rate(ServerFigure.READS))
        .column("writes/s", 8, 0, rate(ServerFigure.WRITES))
        .column("redo/s", 8, 1, rate(ServerFigure.REDO_WRITES))
        .column("flushes/s", 9, 0, rate(ServerFigure.FLUSHES))
        .column("read ms", 8, 0, server -> millis(server.mean(ServerFigure.READ_LATENCY)))
        .column("flush ms", 8, 0, server -> millis(server.mean(ServerFigure.FLUSH_LATENCY)))
        .column("lock waits/s", 12, 3, rate(ServerFigure.ROW_LOCK_WAITS))
        .column("lag s", 6, 4, rate(ServerFigure.REPLICA_LAG));
  }

  private static Function<Server, String> rate(ServerFigure figure) {
    return server -> {
      Double mean = server.mean(figure);
      return number(mean != null && mean < 100 ? "%,.1f" : "%,.0f", mean);
    };
  }

  /** CPU in processors, as a lower bound, or in percent; "-" where it is unknown. */
  static String cpu(Server server) {
    Double process = server.mean(ServerFigure.CPU);
    Double instance = server.mean(ServerFigure.INSTANCE_CPU);
    if (process == null && instance != null) {
      return number("%.0f %%", instance);
    }
    Double statements = server.mean(ServerFigure.STATEMENT_CPU);
    return process != null || statements == null
        ? number("%.2f", process)
        : number(">=%.2f", statements);
  }

  private static String reasons(Server server) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (ServerFigure figure : ServerFigure.values()) {
      String column = OFTEN_NOT_TOLD.get(figure);
      String why = server.notTold().get(figure.word());
      boolean shown = figure == ServerFigure.STATEMENT_CPU && !cpu(server).equals("-");
      if (column != null && why != null && !shown) {
        byReason.computeIfAbsent(why, reason -> new ArrayList<>()).add(column);
      }
    }
    return byReason.entrySet().stream()
        .map(one -> String.join(" and ", one.getValue()) + ": " + one.getKey())
        .collect(Collectors.joining("; "));
  }

  /**
   * Adds the charts.
   *
   * @param group that shares cursor and zoom with them
   */
  public static void addCharts(
      @Nullable ServerSeries series, String group, Description.Builder built) {
    if (series == null) {
      return;
    }
    Charts charts = new Charts(series, group, built);
    charts.add("Server: CPU", "processors", ServerFigure.CPU, ServerFigure.STATEMENT_CPU);
    charts.add("Server: CPU of the instance", "%", ServerFigure.INSTANCE_CPU);
    charts.add(
        "Server: reads, writes and flushes",
        "1/s",
        ServerFigure.READS,
        ServerFigure.WRITES,
        ServerFigure.REDO_WRITES,
        ServerFigure.FLUSHES);
    charts.add(
        "Server: latency of reads and flushes",
        "ms",
        ServerFigure.READ_LATENCY,
        ServerFigure.FLUSH_LATENCY,
        ServerFigure.REDO_FLUSH_LATENCY);
    charts.add(
        "Server: bytes",
        "B/s",
        ServerFigure.READ_BYTES,
        ServerFigure.WRITTEN_BYTES,
        ServerFigure.REDO_BYTES);
    charts.add("Server: threads running", "threads", ServerFigure.THREADS_RUNNING);
    charts.add("Server: row lock waits", "1/s", ServerFigure.ROW_LOCK_WAITS);
    charts.add("Server: checkpoint age", "B", ServerFigure.CHECKPOINT_AGE);
    charts.add("Server: history length", "transactions", ServerFigure.HISTORY_LENGTH);
    charts.add("Server: replica lag", "s", ServerFigure.REPLICA_LAG);
    for (Readings readings : series.command()) {
      Line line = readings.lines().get(0);
      charts.add(line.figure(), line.unit(), List.of(charts.plot("", readings, List.of(line))));
    }
  }

  /** The charts of one run. */
  private record Charts(ServerSeries series, String group, Description.Builder built) {
    void add(String title, String unit, ServerFigure... figures) {
      List<Plot> plots = new ArrayList<>();
      for (Server server : series.servers()) {
        String prefix = series.servers().size() == 1 ? "" : server.name() + ", ";
        for (Readings readings : server.readings()) {
          List<Line> lines =
              Stream.of(figures)
                  .flatMap(
                      figure ->
                          readings.lines().stream()
                              .filter(line -> line.figure().equals(figure.word())))
                  .toList();
          if (!lines.isEmpty()) {
            plots.add(plot(prefix, readings, lines));
          }
        }
      }
      add(title, unit, plots);
    }

    private void add(String title, String unit, List<Plot> plots) {
      if (!plots.isEmpty()) {
        built.figure(Chart.shared(title, group, "linear", "time, s", unit, plots));
      }
    }

    /** Lines without the warm-up, which the other charts of a run do not show either. */
    private Plot plot(String prefix, Readings readings, List<Line> lines) {
      int begin = (int) readings.toSeconds().stream().filter(seconds -> seconds < 0).count();
      return new Plot(
          readings.toSeconds().subList(begin, readings.toSeconds().size()),
          lines.stream()
              .map(
                  line ->
                      new Chart.Line(
                          prefix + line.figure(),
                          line.values().subList(begin, line.values().size())))
              .toList());
    }
  }
}
