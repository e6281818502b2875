package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.seconds;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.cluster.Intervention;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.report.Columns;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reports the course of a trial: a line a second, and one for every step. */
public final class TrialLines {
  /** Room for the figures of the application; the state of each node needs more. */
  private static final int FIGURES = 85;

  private static final String DOWN = "down";

  private static final int STATE = " read-only  ".length();

  private final Events events;
  private final String name;
  private final boolean fault;
  private long beginNanos;
  private int eventsShown;
  private @Nullable Columns<Look> table;
  private @Nullable ClientStatus before;

  /**
   * Reports to {@code events}.
   *
   * @param name of the trial, above the column of times
   * @param fault true if there is a fault; otherwise times count from the first look
   */
  public TrialLines(Events events, String name, boolean fault) {
    this.events = events;
    this.name = name;
    this.fault = fault;
  }

  private record Look(
      String time, Probe writes, Probe reads, Probe connects, List<NodeObservation> nodes) {}

  private record Probe(double okPerSecond, long failures, long waiting) {
    static Probe of(ClientStatus.Probe now, ClientStatus.Probe last, double seconds) {
      return new Probe(
          (now.counts().ok() - last.counts().ok()) / seconds,
          now.counts().failed()
              + now.counts().unknown()
              - last.counts().failed()
              - last.counts().unknown(),
          now.counts().waiting());
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
      double seconds = (status.atNanos() - last.atNanos()) / 1e9;
      events.line(
          table.row(
              new Look(
                  time,
                  Probe.of(status.writer(), last.writer(), seconds),
                  Probe.of(status.reader(), last.reader(), seconds),
                  Probe.of(status.connector(), last.connector(), seconds),
                  nodes)));
    }
  }

  /** Writes the titles. If the nodes' names do not fit, a state is a letter. */
  private Columns<Look> begin(List<NodeObservation> nodes) {
    int needed = nodes.stream().mapToInt(node -> node.node().length() + STATE).sum();
    boolean wide = FIGURES + needed <= events.columns();
    Columns<Look> shown = new Columns<Look>(events.columns()).column(name, 17, 0, Look::time);
    add(shown, "writes", Look::writes);
    add(shown, "reads", Look::reads);
    add(shown, "connects", Look::connects);
    shown.column("nodes", -nodes.size(), 0, look -> states(look.nodes(), wide));
    events.line("");
    if (!wide) {
      String names = nodes.stream().map(NodeObservation::node).collect(Collectors.joining(", "));
      events.line("  nodes     " + names + ": W writes, r reads, e error, s stalls, - down");
    }
    events.line(shown.head());
    return shown;
  }

  private static void add(Columns<Look> table, String name, Function<Look, Probe> of) {
    table
        .column(name + "\nok/s", 9, 0, look -> words("%.0f", of.apply(look).okPerSecond()))
        .column("\nfail", 5, 0, look -> count(of.apply(look).failures()))
        .column("\nwait", 5, 1, look -> count(of.apply(look).waiting()));
  }

  private static String states(List<NodeObservation> nodes, boolean wide) {
    return wide
        ? nodes.stream()
            .map(node -> node.node() + " " + state(node))
            .collect(Collectors.joining("  "))
        : nodes.stream()
            .map(node -> state(node).equals(DOWN) ? "-" : state(node).substring(0, 1))
            .collect(Collectors.joining());
  }

  private static String state(NodeObservation seen) {
    return switch (seen.role()) {
      case WRITABLE -> "WRITABLE";
      case READ_ONLY -> "read-only";
      case DOWN -> DOWN;
      case STALLED -> "stalled";
      case ERROR -> "error";
    };
  }

  /**
   * Reports the steps since the last call.
   *
   * @param events all steps so far
   * @param faultNanos from when times count; absent before the fault
   */
  void events(List<TimelineEvent> events, @Nullable Long faultNanos) {
    for (TimelineEvent event : events.subList(eventsShown, events.size())) {
      long origin = faultNanos == null ? event.atNanos() : faultNanos;
      event((event.atNanos() - origin) / 1e9, event.node(), event.text());
    }
    eventsShown = events.size();
  }

  /** Reports which outside change is waited for, and for how long at most. */
  void waits(Intervention intervention) {
    if (intervention.isOutside()) {
      String change = "a node refuses writes, writes stall or another server takes them";
      event(
          0,
          "",
          words("waiting for up to %,d s until %s", intervention.patience().toSeconds(), change));
    }
  }

  /** Reports that the load has had a disturbance, and for how long bmt waits for one without. */
  void waits(Duration baseline, Duration limit) {
    event(
        0,
        "",
        words(
            "waiting for %s s of load in which no operation fails, stalls or begins late, for up to"
                + " %s s in all",
            seconds(baseline.toMillis() / 1e3), seconds(limit.toMillis() / 1e3)));
  }

  void event(double sinceFaultSeconds, String node, String text) {
    if (fault) {
      events.line(words("%+15.3f s %s %s", sinceFaultSeconds, node, text).stripTrailing());
    }
  }
}
