package io.github.bmt4j.failover;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.figures.NodeObservation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reports how a trial goes: a line a second, and one for everything that is done. */
public final class TrialLines {
  private final Events events;
  private @Nullable ClientStatus before;

  /**
   * Reports to {@code events}, with a first line above the columns.
   *
   * @param name of the trial, as wide as the column of times
   */
  public static TrialLines begin(Events events, String name) {
    events.line("");
    events.line(
        name
            + "      writes ok/s fail wait   reads ok/s fail wait   connects ok/s fail wait   nodes");
    return new TrialLines(events);
  }

  /** Reports to {@code events}. */
  TrialLines(Events events) {
    this.events = events;
  }

  void looked(@Nullable Long sinceFaultNanos, ClientStatus status, List<NodeObservation> nodes) {
    ClientStatus last = before;
    before = status;
    if (last == null || status.atNanos() <= last.atNanos()) {
      return;
    }
    double seconds = (status.atNanos() - last.atNanos()) / 1e9;
    events.line(
        String.format(
            Locale.ROOT,
            "%12s %s %s %s   %s",
            sinceFaultNanos == null
                ? "baseline"
                : String.format(Locale.ROOT, "%+.1f s", sinceFaultNanos / 1e9),
            probe(status.writer(), last.writer(), seconds),
            probe(status.reader(), last.reader(), seconds),
            probe(status.connector(), last.connector(), seconds),
            nodes.stream().map(TrialLines::node).collect(Collectors.joining("  "))));
  }

  private static String probe(ClientStatus.Probe now, ClientStatus.Probe last, double seconds) {
    return String.format(
        Locale.ROOT,
        "%16.0f %5d %4d",
        (now.ok() - last.ok()) / seconds,
        now.failed() + now.unknown() - last.failed() - last.unknown(),
        now.waiting());
  }

  private static String node(NodeObservation seen) {
    String state =
        !seen.reachable()
            ? "down"
            : seen.writable() ? "WRITABLE" : seen.readOnly() ? "read-only" : "stalled";
    return seen.node() + " " + state;
  }

  void event(double sinceFaultSeconds, String node, String text) {
    events.line(
        String.format(Locale.ROOT, "%+11.3f s %s %s", sinceFaultSeconds, node, text)
            .stripTrailing());
  }
}
