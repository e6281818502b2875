package io.github.bmt4j.cli;

import io.github.bmt4j.engine.failover.FailoverObserver;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.measure.NodeObservation;
import io.github.bmt4j.probe.ClientStatus;
import io.github.bmt4j.report.FailoverReport;
import io.github.bmt4j.result.FailoverFigures;
import io.github.bmt4j.scenario.FailoverScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows how a failover run goes: a line a second, and one for everything that is done. */
final class FailoverWatch implements FailoverObserver {
  private final Screen screen;
  private final Shutdown shutdown;
  private final PlayLines lines;
  private @Nullable Path stored;

  FailoverWatch(Screen screen, Shutdown shutdown) {
    this.screen = screen;
    this.shutdown = shutdown;
    this.lines = new PlayLines(screen);
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
    lines.begin(String.format(Locale.ROOT, "repetition %d of %d", number, of));
  }

  @Override
  public void looked(
      @Nullable Long sinceFaultNanos, ClientStatus status, List<NodeObservation> nodes) {
    lines.looked(sinceFaultNanos, status, nodes);
  }

  @Override
  public void event(double sinceFaultSeconds, String node, String text) {
    lines.event(sinceFaultSeconds, node, text);
  }

  @Override
  public void ended(FailoverFigures.Repetition repetition) {
    screen.line(FailoverReport.repetition(repetition).stripTrailing());
  }
}
