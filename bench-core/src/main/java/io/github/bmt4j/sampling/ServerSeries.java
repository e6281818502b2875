package io.github.bmt4j.sampling;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The series of a load's servers, and of the user's command. Times are in s since the start of the
 * measurement; negative in the warm-up.
 *
 * @param servers servers of the endpoints, then other watched nodes
 * @param command readings of {@code --sample-command}, one for each of its names; empty without one
 * @param part of an experiment of several, such as a repetition, in words; absent of a run
 */
public record ServerSeries(
    List<Server> servers,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Readings> command,
    @Nullable String part) {
  @SuppressWarnings("NullAway") // Absent without a command.
  public ServerSeries {
    servers = List.copyOf(servers);
    command = command == null ? List.of() : List.copyOf(command);
  }

  /**
   * One server.
   *
   * @param name host and port, or the name of a node
   * @param readings readings of each second, then of every ten seconds
   * @param notTold unknown figures of this server, with the reason
   * @param events interruptions of the series: counters that began anew, no answer
   */
  public record Server(
      String name,
      List<Readings> readings,
      Map<String, String> notTold,
      List<Event> events,
      Cost cost) {
    private Stream<Double> mean(ServerFigure figure) {
      return readings.stream()
          .flatMap(read -> read.lines().stream())
          .filter(line -> line.figure().equals(figure.word()))
          .flatMap(line -> Stream.ofNullable(line.mean()));
    }
  }

  /** Figures that were read together, with the times of their queries and answers. */
  public record Readings(List<Double> fromSeconds, List<Double> toSeconds, List<Line> lines) {}

  /**
   * A figure over time.
   *
   * @param unit empty if unknown
   * @param mean of the measurement, as are the next three: of a rate over the time, of a latency
   *     over the counted events; absent without a value
   * @param deviation standard deviation of the values, which have the weights of the mean
   * @param total growth from before the load to its end, warm-up included; absent unless it is a
   *     rate
   * @param values one for each reading, of the time since the reading before; absent at the first
   *     one, where counters were reset, and where nothing was counted
   */
  public record Line(
      String figure,
      String unit,
      @Nullable Double mean,
      @Nullable Double min,
      @Nullable Double max,
      @Nullable Double deviation,
      @Nullable Double total,
      List<@Nullable Double> values) {}

  /** Interruptions of a series, in words. */
  public record Event(double seconds, String what) {}

  /** Cost of the series, with the longest reading of one second. */
  public record Cost(long queries, double querySeconds, double longestMs, int connections) {}

  public static List<ServerSeries> all(@Nullable ServerSeries series) {
    return series == null ? List.of() : List.of(series);
  }

  String name() {
    return part == null ? "" : part;
  }

  static @Nullable Double mean(List<Server> all, ServerFigure figure) {
    OptionalDouble mean =
        all.stream()
            .flatMap(server -> server.mean(figure))
            .mapToDouble(Double::doubleValue)
            .average();
    return mean.isPresent() ? (Double) mean.getAsDouble() : null;
  }

  public @Nullable Double processors() {
    return servers.size() != 1 ? null : mean(servers, ServerFigure.CPU);
  }
}
