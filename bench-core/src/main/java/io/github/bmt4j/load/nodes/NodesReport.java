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
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Table;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Describes the watched nodes of a run. */
public final class NodesReport {
  /** Longest answer that is compared with those of other nodes. */
  private static final double TOGETHER_SECONDS = 0.5;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final String PAUSED = "wsrep_flow_control_paused_ns";
  private static final List<String> CONFLICTS =
      List.of("wsrep_local_cert_failures", "count_conflicts_detected");

  private final NodeFigures nodes;

  private NodesReport(NodeFigures nodes) {
    this.nodes = nodes;
  }

  public static Optional<NodesReport> of(@Nullable NodeFigures nodes) {
    return Optional.ofNullable(nodes).map(NodesReport::new);
  }

  public String headline() {
    Double lag = nodes.largestLagMs();
    List<String> clauses = new ArrayList<>();
    if (lag != null) {
      clauses.add(lag == 0 ? "no node was behind" : "nodes at most " + millis(lag) + " ms behind");
    }
    for (Node node : nodes.nodes()) {
      if (node.unansweredMs() != null) {
        clauses.add(node.name() + " did not answer for " + millis(node.unansweredMs()) + " ms");
      }
    }
    if (nodes.stalledMs() != null) {
      clauses.add("heartbeats stalled for " + millis(nodes.stalledMs()) + " ms");
    }
    clauses.add(lastWrite());
    return clauses.stream()
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
    Map<Long, Long> most = most(Reading.POSITIONS);
    chart(
        built,
        "Transactions behind the most advanced node",
        "transactions",
        point -> behind(point, Reading.POSITIONS, most));
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

  /** Largest difference between nodes during the load, from how many readings; "" without any. */
  private String apart(Reading reading) {
    Map<Long, Long> most = most(reading);
    DoubleSummaryStatistics behind = new DoubleSummaryStatistics();
    Map<Long, DoubleSummaryStatistics> times = new HashMap<>();
    for (Node node : nodes.nodes()) {
      for (Point point : node.points()) {
        Double rows = behind(point, reading, most);
        if (rows != null) {
          behind.accept(rows);
          DoubleSummaryStatistics of =
              times.computeIfAbsent(second(point), second -> new DoubleSummaryStatistics());
          of.accept(reading.from().applyAsDouble(point));
          of.accept(reading.to().applyAsDouble(point));
        }
      }
    }
    return behind.getCount() == 0
        ? ""
        : words(
            "nodes at most %,.0f %s apart during the load, in %s of all nodes within %s ms",
            behind.getMax(),
            reading.unit(),
            counted(most.size(), "reading"),
            millis(
                times.values().stream()
                    .mapToDouble(time -> 1e3 * (time.getMax() - time.getMin()))
                    .max()
                    .orElse(0)));
  }

  /** A number that nodes gave, each during a time of its own, in s of the measurement. */
  private record Reading(
      Function<Point, @Nullable Long> value,
      ToDoubleFunction<Point> from,
      ToDoubleFunction<Point> to,
      String unit) {
    static final Reading POSITIONS =
        new Reading(Point::committed, Point::fromSeconds, Point::toSeconds, "transactions");

    static final Reading ROWS =
        new Reading(
            Point::rows,
            Point::toSeconds,
            point -> Objects.requireNonNullElse(point.countedSeconds(), point.toSeconds()),
            "rows");

    boolean isShort(Point point) {
      return to.applyAsDouble(point) - from.applyAsDouble(point) < TOGETHER_SECONDS;
    }
  }

  private Map<Long, Long> most(Reading reading) {
    Map<Long, Long> most = new HashMap<>();
    Map<Long, Integer> answers = new HashMap<>();
    for (Node node : nodes.nodes()) {
      for (Point point : node.points()) {
        Long found = reading.value().apply(point);
        if (found != null && reading.isShort(point)) {
          most.merge(second(point), found, Math::max);
          answers.merge(second(point), 1, Integer::sum);
        }
      }
    }
    most.keySet().removeIf(second -> answers.getOrDefault(second, 0) < nodes.nodes().size());
    return most;
  }

  private static long second(Point point) {
    return Math.round(point.fromSeconds());
  }

  private static @Nullable Double behind(Point point, Reading reading, Map<Long, Long> most) {
    Long first = most.get(second(point));
    Long value = reading.value().apply(point);
    return value == null || first == null ? null : (Double) (double) (first - value);
  }

  private Grid table() {
    Table<Node> table =
        new Table<Node>()
            .column("node", -14, 0, node -> node.name() + ", " + node.server())
            .column("lag p50", 9, 1, node -> millis(node.lag().p50()))
            .column("p95", 9, 1, node -> millis(node.lag().p95()))
            .column("p99", 9, 2, node -> millis(node.lag().p99()))
            .column("max ms", 9, 0, node -> millis(node.lag().max()))
            .column("no answer ms", 12, 2, node -> millis(node.unansweredMs()))
            .column("last write ms", 13, 0, node -> millis(node.convergedMs()))
            .column("rows", 11, 1, node -> count(node.rows()));
    if (nodes.nodes().stream().anyMatch(node -> node.longestQueue() != null)) {
      table.column("queue", 7, 2, node -> count(node.longestQueue()));
    }
    if (nodes.nodes().stream().anyMatch(node -> node.counters().containsKey(PAUSED))) {
      table.column("paused", 7, 1, node -> percent(0, paused(node)));
    }
    if (nodes.nodes().stream().anyMatch(node -> conflicts(node) != null)) {
      table.column("conflicts", 9, 2, node -> count(conflicts(node)));
    }
    return table.grid("Nodes", nodes.nodes());
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
    built.figure(Chart.shared(title, "intervals", "linear", "time, s", unit, plots));
  }
}
