package io.github.bmt4j.cli;

import io.github.bmt4j.engine.balance.BalanceObserver;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.measure.NodeObservation;
import io.github.bmt4j.probe.ClientStatus;
import io.github.bmt4j.report.BalanceReport;
import io.github.bmt4j.scenario.BalanceScenario;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows how a balance run goes: a line a second, and one for everything that is done. */
final class BalanceWatch implements BalanceObserver {
  private final Screen screen;
  private final Shutdown shutdown;
  private final PlayLines lines;
  private @Nullable Path stored;

  BalanceWatch(Screen screen, Shutdown shutdown) {
    this.screen = screen;
    this.shutdown = shutdown;
    this.lines = new PlayLines(screen);
  }

  /** Where the run is stored. */
  Path folder() {
    return stored == null ? Path.of("") : stored;
  }

  @Override
  public void started(BalanceScenario scenario, Environment environment, Path folder) {
    stored = folder;
    BalanceReport.head(scenario, environment).lines().forEach(screen::line);
    shutdown.workBegins();
    lines.begin("time             ");
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
}
