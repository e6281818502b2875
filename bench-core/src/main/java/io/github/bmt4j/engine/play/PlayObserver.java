package io.github.bmt4j.engine.play;

import io.github.bmt4j.measure.NodeObservation;
import io.github.bmt4j.probe.ClientStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Told how one play goes, on the thread that watches it. */
public interface PlayObserver {
  /** Shows nothing. */
  PlayObserver SILENT =
      new PlayObserver() {
        @Override
        public void looked(
            @Nullable Long sinceFaultNanos, ClientStatus status, List<NodeObservation> nodes) {}

        @Override
        public void event(double sinceFaultSeconds, String node, String text) {}
      };

  /**
   * How it goes, about once a second, and at every event of the timeline.
   *
   * @param sinceFaultNanos absent before the fault
   * @param nodes what the observers saw last
   */
  void looked(@Nullable Long sinceFaultNanos, ClientStatus status, List<NodeObservation> nodes);

  /** Something was done to the servers or to the way to them. */
  void event(double sinceFaultSeconds, String node, String text);
}
