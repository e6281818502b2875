package io.github.bmt4j.engine.failover;

import io.github.bmt4j.measure.NodeObservation;
import io.github.bmt4j.probe.ClientStatus;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.FailoverFigures;
import io.github.bmt4j.scenario.FailoverScenario;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Told how a failover run goes, on the thread that runs it. */
public interface FailoverObserver {
  /**
   * The first repetition is about to begin.
   *
   * @param folder where the run is stored
   */
  void started(FailoverScenario scenario, Environment environment, Path folder);

  /** A repetition begins to make everything ready. */
  void repetition(int number, int of);

  /**
   * How it goes, about once a second, and at every event of the timeline.
   *
   * @param sinceFaultNanos absent before the fault
   * @param nodes what the observers saw last
   */
  void looked(@Nullable Long sinceFaultNanos, ClientStatus status, List<NodeObservation> nodes);

  /** Something was done to the servers or to the way to them. */
  void event(double sinceFaultSeconds, String node, String text);

  /** A repetition is over. */
  void ended(FailoverFigures.Repetition repetition);
}
