package io.github.bmt4j.load.agent;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.time.Duration;

/**
 * The command that needs agents.
 *
 * @param stop ends the wait for agents
 * @param begins called before pods are created: from then on there is something to delete
 * @param load length of a load, which the time of pods exceeds by a day
 */
public record AgentUse(Progress progress, StopSignal stop, Runnable begins, Duration load) {
  void checkStop() throws TargetException {
    if (stop.given()) {
      throw new TargetException("stopped before anything was touched");
    }
  }
}
