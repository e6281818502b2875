package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.report.Table;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reports how a trial goes: a line a second, and one for everything that is done. */
public final class TrialLines {
  /** Room for the figures of the application; the state of each node needs more. */
  private static final int FIGURES = 85;

  private static final int STATE = " read-only  ".length();

  private final Events events;
  private final String name;
  private final boolean fault;
  private long beginNanos;
  private @Nullable Table<Look> table;
  private @Nullable ClientStatus before;

  /**
   * Reports to {@code events}.
   *
   * @param name of the trial, above the column of times
   * @param fault whether there is one; without, times count from the first look
   */
  public TrialLines(Events events, String name, boolean fault) {
    this.events = events;
    this.name = name;
    this.fault = fault;
  }

  /** The application and the nodes at one moment, and the application a second before. */
  private record Look(
      String time, ClientStatus now, ClientStatus last, List<NodeObservation> nodes) {
    double perSecond(long operations) {
      return operations / ((now.atNanos() - last.atNanos()) / 1e9);
    }
  }

  void looked(@Nullable Long sinceFaultNanos, ClientStatus status, List<NodeObservation> nodes) {
    if (table == null) {
      table = begin(nodes);
      beginNanos = status.atNanos();
    }
    ClientStatus last = before;
    before = status;
    if (last != null && status.atNanos() > last.atNanos()) {
      String time =
          !fault
              ? words("%.1f s", (status.atNanos() - beginNanos) / 1e9)
              : sinceFaultNanos == null ? "baseline" : words("%+.1f s", sinceFaultNanos / 1e9);
      events.line(table.row(new Look(time, status, last, nodes)));
    }
  }

  /**
   * Writes the titles. Nodes have their names and states where there is room, letters elsewhere.
   */
  private Table<Look> begin(List<NodeObservation> nodes) {
    int needed = nodes.stream().mapToInt(node -> node.node().length() + STATE).sum();
    boolean wide = FIGURES + needed <= events.columns();
    Table<Look> shown = new Table<Look>(events.columns()).column(name, 17, 0, Look::time);
    add(shown, "writes", ClientStatus::writer);
    add(shown, "reads", ClientStatus::reader);
    add(shown, "connects", ClientStatus::connector);
    shown.column("nodes", -nodes.size(), 0, look -> states(look.nodes(), wide));
    events.line("");
    if (!wide) {
      String names = nodes.stream().map(NodeObservation::node).collect(Collectors.joining(", "));
      events.line("  nodes     " + names + ": W writable, r read-only, s stalled, - down");
    }
    events.line(shown.head());
    return shown;
  }

  private static void add(
      Table<Look> table, String probe, Function<ClientStatus, ClientStatus.Probe> of) {
    table
        .column(
            probe + "\nok/s",
            9,
            0,
            look ->
                words(
                    "%.0f", look.perSecond(of.apply(look.now()).ok() - of.apply(look.last()).ok())))
        .column(
            "\nfail",
            5,
            0,
            look -> count(failures(of.apply(look.now())) - failures(of.apply(look.last()))))
        .column("\nwait", 5, 1, look -> count(of.apply(look.now()).waiting()));
  }

  private static long failures(ClientStatus.Probe probe) {
    return probe.failed() + probe.unknown();
  }

  private static String states(List<NodeObservation> nodes, boolean wide) {
    return wide
        ? nodes.stream()
            .map(node -> node.node() + " " + state(node))
            .collect(Collectors.joining("  "))
        : nodes.stream()
            .map(node -> node.reachable() ? state(node).substring(0, 1) : "-")
            .collect(Collectors.joining());
  }

  private static String state(NodeObservation seen) {
    return !seen.reachable()
        ? "down"
        : seen.writable() ? "WRITABLE" : seen.readOnly() ? "read-only" : "stalled";
  }

  void event(double sinceFaultSeconds, String node, String text) {
    if (fault) {
      events.line(words("%+15.3f s %s %s", sinceFaultSeconds, node, text).stripTrailing());
    }
  }
}
