package io.github.bmt4j.sampling;

import io.github.bmt4j.sampling.ServerSeries.Cost;
import io.github.bmt4j.sampling.ServerSeries.Line;
import io.github.bmt4j.sampling.ServerSeries.Readings;
import io.github.bmt4j.sampling.ServerSeries.Server;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A small series. */
public final class SampleSeries {
  private SampleSeries() {}

  /** Of one server during a part: its CPU, and 10 times as many reads. */
  public static ServerSeries of(@Nullable String part, double cpu) {
    List<Line> lines = List.of(line("cpu", "processors", cpu), line("reads", "1/s", 10 * cpu));
    Readings readings = new Readings(List.of(0.0, 1.0), List.of(0.1, 1.1), lines);
    Map<String, String> notTold = Map.of("readLatency", "performance_schema is OFF");
    Server server =
        new Server("replica", List.of(readings), notTold, List.of(), new Cost(4, 0.01, 5, 1));
    return new ServerSeries(List.of(server), List.of(), part);
  }

  /** The growth of a figure of the first server, over all that was read. */
  public static double total(ServerSeries series, String figure) {
    return Objects.requireNonNull(line(series, figure).total(), figure);
  }

  /** The mean of a figure of the first server. */
  public static double mean(ServerSeries series, String figure) {
    return Objects.requireNonNull(line(series, figure).mean(), figure);
  }

  /** Number of readings of a figure of the first server. */
  public static long readings(ServerSeries series, String figure) {
    return line(series, figure).values().stream().filter(Objects::nonNull).count();
  }

  private static Line line(ServerSeries series, String figure) {
    Server server = series.servers().get(0);
    return server.readings().stream()
        .flatMap(readings -> readings.lines().stream())
        .filter(line -> line.figure().equals(figure))
        .findFirst()
        .orElseThrow(() -> new AssertionError(figure + ": " + server.notTold()));
  }

  private static Line line(String figure, String unit, double mean) {
    return new Line(figure, unit, mean, mean, mean, 0.0, mean, List.of(mean, mean));
  }
}
