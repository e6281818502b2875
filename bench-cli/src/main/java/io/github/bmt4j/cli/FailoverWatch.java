package io.github.bmt4j.cli;

import io.github.bmt4j.engine.failover.FailoverObserver;
import io.github.bmt4j.measure.NodeObservation;
import io.github.bmt4j.probe.ClientStatus;
import io.github.bmt4j.report.FailoverReport;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.FailoverFigures;
import io.github.bmt4j.scenario.FailoverScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shows how a failover run goes: a line a second, and one for everything that is done. */
final class FailoverWatch implements FailoverObserver {
  private final Screen screen;
  private final Shutdown shutdown;
  private @Nullable Path stored;
  private @Nullable ClientStatus before;

  FailoverWatch(Screen screen, Shutdown shutdown) {
    this.screen = screen;
    this.shutdown = shutdown;
  }

  /** Where the run is stored. */
  Path folder() {
    return stored == null ? Path.of("") : stored;
  }

  @Override
  public void started(FailoverScenario scenario, Environment environment, Path folder) {
    stored = folder;
    FailoverReport.head(scenario, environment).lines().forEach(screen::line);
    shutdown.workBegins();
  }

  @Override
  public void repetition(int number, int of) {
    before = null;
    screen.line("");
    screen.line(
        String.format(
            Locale.ROOT,
            "repetition %d of %d      writes ok/s fail wait   reads ok/s fail wait   connects ok/s fail wait   nodes",
            number,
            of));
  }

  @Override
  public void looked(
      @Nullable Long sinceFaultNanos, ClientStatus status, List<NodeObservation> nodes) {
    ClientStatus last = before;
    before = status;
    if (last == null || status.atNanos() <= last.atNanos()) {
      return;
    }
    double seconds = (status.atNanos() - last.atNanos()) / 1e9;
    screen.line(
        String.format(
            Locale.ROOT,
            "%12s %s %s %s   %s",
            sinceFaultNanos == null
                ? "healthy?"
                : String.format(Locale.ROOT, "%+.1f s", sinceFaultNanos / 1e9),
            probe(status.writer(), last.writer(), seconds),
            probe(status.reader(), last.reader(), seconds),
            probe(status.connector(), last.connector(), seconds),
            nodes.stream().map(FailoverWatch::node).collect(Collectors.joining("  "))));
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

  @Override
  public void event(double sinceFaultSeconds, String node, String text) {
    screen.line(
        String.format(Locale.ROOT, "%+11.3f s %s %s", sinceFaultSeconds, node, text)
            .stripTrailing());
  }

  @Override
  public void ended(FailoverFigures.Repetition repetition) {
    screen.line(FailoverReport.repetition(repetition).stripTrailing());
  }
}
