package io.github.bmt4j.failover.fault;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import java.util.ArrayList;
import java.util.List;

/** Record of the steps of a trial and their times, filled during the trial. Thread-safe. */
public final class TrialTimeline {
  private final Clock clock;
  private final List<TimelineEvent> events = new ArrayList<>();

  public TrialTimeline(Clock clock) {
    this.clock = clock;
  }

  /**
   * Notes a step that is done now.
   *
   * @return the time, in ns on the run's clock
   */
  public synchronized long note(Kind kind, String node, String text) {
    long now = clock.nanoTime();
    events.add(new TimelineEvent(now, kind, node, text));
    return now;
  }

  /** Time of the last step; {@code otherwise} without one. */
  public synchronized long lastNanos(long otherwise) {
    return events.stream().mapToLong(TimelineEvent::atNanos).max().orElse(otherwise);
  }

  public synchronized List<TimelineEvent> events() {
    return List.copyOf(events);
  }
}
