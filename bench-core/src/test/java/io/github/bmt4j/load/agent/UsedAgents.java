package io.github.bmt4j.load.agent;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.time.Duration;
import java.util.List;

/** Agents of tests, which need no job. */
public final class UsedAgents {
  private static final AgentUse USE =
      new AgentUse(Progress.SILENT, new StopSignal(), () -> {}, Duration.ZERO);

  private UsedAgents() {}

  public static AgentGroup start(List<AgentSpec> specs, Hello own) {
    try {
      return AgentGroup.start(specs, own, Clock.SYSTEM, USE);
    } catch (TargetException e) {
      throw new IllegalStateException(e);
    }
  }
}
