package io.github.bmt4j.load.nodes;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.percent;
import static java.util.stream.Collectors.joining;

import io.github.bmt4j.load.nodes.NodeFigures.Node;
import io.github.bmt4j.load.nodes.NodeFigures.Point;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes the watched nodes of a run. */
public final class NodesReport {
  /** Within this time nodes answer together. */
  private static final double TOGETHER_SECONDS = 0.5;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final String PAUSED = "wsrep_flow_control_paused_ns";
  private static final List<String> CONFLICTS =
      List.of("wsrep_local_cert_failures", "count_conflicts_detected");
  private static final String ABORTS = "wsrep_local_bf_aborts";

  private final NodeFigures nodes;

  private NodesReport(NodeFigures nodes) {
    this.nodes = nodes;
  }

  public static Optional<NodesReport> of(@Nullable NodeFigures nodes) {
    return Optional.ofNullable(nodes).map(NodesReport::new);
  }

  public String headline() {
    Double lag = nodes.largestLagMs();
    Stream<String> silent =
        nodes.nodes().stream()
            .filter(node -> node.unansweredMs() != null)
            .map(
                node -> node.name() + " did not answer for " + millis(node.unansweredMs()) + " ms");
    return Stream.of(
            Stream.of(
                lag == null
                    ? ""
                    : lag == 0
                        ? "no node was behind"
                        : "nodes at most " + millis(lag) + " ms behind"),
            silent,
            Stream.of(
                nodes.stalledMs() == null
                    ? ""
                    : "heartbeats stalled for " + millis(nodes.stalledMs()) + " ms",
                lastWrite()))
        .flatMap(clauses -> clauses)
        .filter(clause -> !clause.isEmpty())
        .map("; "::concat)
        .collect(joining());
  }

  private String lastWrite() {
    Double converged = nodes.convergedMs();
    return !nodes.late().isEmpty()
        ? words(
            "%s without the last write after %,d s",
            String.join(", ", nodes.late()), Convergence.PATIENCE.toSeconds())
        : converged == null ? "" : "all had the last write after " + millis(converged) + " ms";
  }

  public void add(Description.Builder built) {
    built.fact("nodes", convergence());
    fact(built, "lags", lags());
    fact(built, "positions", apart(Reading.POSITIONS));
    fact(built, "rows", rows());
    built.figure(table());
  }

  private static void fact(Description.Builder built, String label, String words) {
    if (!words.isEmpty()) {
      built.fact(label, words);
    }
  }

  public void addCharts(Description.Builder built) {
    chart(built, "Lag of nodes over time", "ms", Point::lagMs);
    Map<Long, Moment> moments = moments(Reading.POSITIONS);
    chart(
        built,
        "Transactions behind the most advanced node",
        "transactions",
        point -> behind(point, Reading.POSITIONS, moments));
    chart(
        built,
        "Rows of nodes over time",
        "rows",
        point -> point.rows() == null ? null : point.rows().doubleValue());
  }

  private String convergence() {
    Double converged = nodes.convergedMs();
    String how =
        nodes.waited().equals("heartbeat")
            ? "by heartbeat, polled every 5 ms"
            : "by " + nodes.waited();
    return converged == null
        ? (nodes.late().isEmpty() ? "not compared" : lastWrite() + ", " + how)
        : words(
            "all %d had the last write after %s ms, %s; times below %s ms cannot be measured",
            nodes.nodes().size(), millis(converged), how, millis(nodes.resolutionMs()));
  }

  private String lags() {
    return nodes.nodes().stream()
        .map(Node::lagErrorMs)
        .filter(Objects::nonNull)
        .max(Double::compare)
        .map(error -> words("known to %s ms or better for 95 %% of the heartbeats", millis(error)))
        .orElse("");
  }

  private String rows() {
    Long before = nodes.rowsBefore();
    List<Long> there =
        nodes.nodes().stream().map(Node::rows).filter(Objects::nonNull).distinct().toList();
    if (there.isEmpty()) {
      return "";
    }
    Long expected = nodes.rowsExpected();
    boolean all = nodes.nodes().stream().allMatch(node -> node.rows() != null);
    String found =
        there.size() > 1
            ? "different on the nodes"
            : words("%,d on each node", there.get(0)) + (all ? "" : " that counted them");
    String apart = apart(Reading.ROWS);
    String largest = apart.isEmpty() ? "" : "; " + apart;
    return expected == null || before == null
        ? found + largest
        : words(
            "%s; %,d before and %,d added by acknowledged operations%s",
            found, before, expected - before, largest);
  }

  /**
   * Text on the largest difference between nodes during the load, with the number of readings; ""
   * without readings.
   */
  private String apart(Reading reading) {
    Collection<Moment> moments = moments(reading).values();
    return moments.isEmpty()
        ? ""
        : words(
            "nodes at most %s apart during the load, in %s of all nodes within %s ms",
            counted(
                moments.stream()
                    .mapToLong(one -> one.values.getMax() - one.values.getMin())
                    .max()
                    .orElse(0),
                reading.unit()),
            counted(moments.size(), "reading"),
            millis(moments.stream().mapToDouble(one -> 1e3 * one.seconds()).max().orElse(0)));
  }

  /** A number reported by the nodes, each within its own time, in s of the measurement. */
  private record Reading(
      Function<Point, @Nullable Long> value,
      ToDoubleFunction<Point> from,
      ToDoubleFunction<Point> to,
      String unit) {
    static final Reading POSITIONS =
        new Reading(Point::committed, Point::fromSeconds, Point::toSeconds, "transaction");

    static final Reading ROWS =
        new Reading(
            Point::rows,
            Point::toSeconds,
            point -> Objects.requireNonNullElse(point.countedSeconds(), point.toSeconds()),
            "row");
  }

  /** Answers of the nodes in one second, and when they were asked and answered. */
  private record Moment(LongSummaryStatistics values, DoubleSummaryStatistics times) {
    Moment() {
      this(new LongSummaryStatistics(), new DoubleSummaryStatistics());
    }

    double seconds() {
      return times.getMax() - times.getMin();
    }
  }

  /** Moments by second; only seconds in which all nodes answered, and together. */
  private Map<Long, Moment> moments(Reading reading) {
    Map<Long, Moment> moments = new HashMap<>();
    for (Node node : nodes.nodes()) {
      for (Point point : node.points()) {
        Long found = reading.value().apply(point);
        if (found != null) {
          Moment moment = moments.computeIfAbsent(second(point), second -> new Moment());
          moment.values.accept(found);
          moment.times.accept(reading.from().applyAsDouble(point));
          moment.times.accept(reading.to().applyAsDouble(point));
        }
      }
    }
    moments
        .values()
        .removeIf(
            one ->
                one.values.getCount() < nodes.nodes().size() || one.seconds() >= TOGETHER_SECONDS);
    return moments;
  }

  /** The second of a point; a node has one point for each. */
  private static long second(Point point) {
    return (long) Math.floor(point.fromSeconds());
  }

  private static @Nullable Double behind(Point point, Reading reading, Map<Long, Moment> moments) {
    Moment moment = moments.get(second(point));
    Long value = reading.value().apply(point);
    return value == null || moment == null
        ? null
        : (Double) (double) (moment.values.getMax() - value);
  }

  private Grid table() {
    return new Columns<Node>()
        .column("node", -14, 0, node -> node.name() + ", " + node.server())
        .column("lag p50", 9, 1, node -> millis(node.lag().p50()))
        .column("p95", 9, 1, node -> millis(node.lag().p95()))
        .column("p99", 9, 2, node -> millis(node.lag().p99()))
        .column("max ms", 9, 0, node -> millis(node.lag().max()))
        .column("no answer ms", 12, 2, node -> millis(node.unansweredMs()))
        .column("last write ms", 13, 0, node -> millis(node.convergedMs()))
        .column("rows", 11, 1, node -> count(node.rows()))
        .columnIf(
            any(node -> node.longestQueue() != null),
            "queue",
            7,
            2,
            node -> count(node.longestQueue()))
        .columnIf(
            any(node -> node.counters().containsKey(PAUSED)),
            "paused",
            7,
            1,
            node -> percent(0, paused(node)))
        .columnIf(
            any(node -> conflicts(node) != null), "conflicts", 9, 2, node -> count(conflicts(node)))
        .columnIf(
            any(node -> node.counters().containsKey(ABORTS)),
            "aborts",
            7,
            2,
            node -> count(node.counters().get(ABORTS)))
        .grid("Nodes", nodes.nodes());
  }

  private boolean any(Predicate<Node> which) {
    return nodes.nodes().stream().anyMatch(which);
  }

  private @Nullable Double paused(Node node) {
    Long nanos = node.counters().get(PAUSED);
    Double seconds = node.countedSeconds();
    return nanos == null || seconds == null ? null : (Double) (nanos / NANOS_PER_SECOND / seconds);
  }

  private static @Nullable Long conflicts(Node node) {
    return CONFLICTS.stream()
        .map(node.counters()::get)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private void chart(
      Description.Builder built, String title, String unit, Function<Point, @Nullable Double> y) {
    List<Plot> plots = new ArrayList<>();
    for (Node node : nodes.nodes()) {
      List<Double> x = node.points().stream().map(Point::fromSeconds).toList();
      List<@Nullable Double> values = node.points().stream().<@Nullable Double>map(y).toList();
      plots.add(new Plot(x, List.of(new Line(node.name(), values))).withGaps());
    }
    built.figure(Chart.shared(title, "intervals", Chart.Scale.LINEAR, "time, s", unit, plots));
  }
}
