package io.github.bmt4j.load.nodes;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
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
    String rows = rows();
    if (!rows.isEmpty()) {
      built.fact("rows", rows);
    }
    built.figure(table());
  }

  public void addCharts(Description.Builder built) {
    chart(built, "Lag of nodes over time", "ms", Point::lagMs);
    Map<Long, Long> most = most(Point::committed);
    chart(
        built,
        "Transactions behind the most advanced node",
        "transactions",
        point -> behind(point, point.committed(), most));
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
    String largest = largestDifference();
    return expected == null || before == null
        ? found + largest
        : words(
            "%s; %,d before and %,d added by acknowledged operations%s",
            found, before, expected - before, largest);
  }

  private String largestDifference() {
    Map<Long, Long> most = most(Point::rows);
    return nodes.nodes().stream()
        .flatMap(node -> node.points().stream())
        .map(point -> behind(point, point.rows(), most))
        .filter(Objects::nonNull)
        .max(Double::compare)
        .map(rows -> words("; nodes at most %,.0f apart during the load", rows))
        .orElse("");
  }

  private Map<Long, Long> most(Function<Point, @Nullable Long> value) {
    Map<Long, Long> most = new HashMap<>();
    Map<Long, Integer> answers = new HashMap<>();
    for (Node node : nodes.nodes()) {
      for (Point point : node.points()) {
        Long found = value.apply(point);
        if (found != null && point.toSeconds() - point.fromSeconds() < TOGETHER_SECONDS) {
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

  private static @Nullable Double behind(Point point, @Nullable Long value, Map<Long, Long> most) {
    Long first = most.get(second(point));
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
      plots.add(new Plot(x, List.of(new Line(node.name(), values))));
    }
    built.figure(Chart.shared(title, "intervals", "linear", "time, s", unit, plots));
  }
}
