package io.github.bmt4j.cli;

import io.github.bmt4j.engine.alter.AlterObserver;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.measure.AlterLook;
import io.github.bmt4j.report.AlterReport;
import io.github.bmt4j.result.AlterResult.Alter;
import io.github.bmt4j.result.AlterResult.Slice;
import io.github.bmt4j.scenario.AlterScenario;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Shows how ALTERs go: a line a second while one runs. */
final class AlterProgress implements AlterObserver {
  private final Screen screen;
  private @Nullable Path stored;

  AlterProgress(Screen screen) {
    this.screen = screen;
  }

  /** Where the run is stored. */
  Path folder() {
    return stored == null ? Path.of("") : stored;
  }

  @Override
  public void started(AlterScenario scenario, Environment environment, Path folder) {
    stored = folder;
    AlterReport.head(scenario, environment).lines().forEach(screen::line);
  }

  @Override
  public void warns(String warning) {
    screen.say("note     " + warning);
  }

  @Override
  public void begins(String sql, String beside) {
    screen.line("");
    screen.line(sql + "   (beside it: " + beside + ")");
  }

  @Override
  public void runs(double seconds, @Nullable AlterLook look, @Nullable Slice load) {
    screen.line(
        AlterReport.running(
            seconds,
            look == null ? null : look.stage(),
            look == null ? null : look.percent(),
            load));
  }

  @Override
  public void ended(Alter alter) {
    screen.line(AlterReport.ended(alter));
  }
}
