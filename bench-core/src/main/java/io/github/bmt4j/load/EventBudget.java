package io.github.bmt4j.load;

import java.util.concurrent.atomic.AtomicLong;

/** A number of measured operations that workers share. Thread-safe. */
final class EventBudget {
  private final boolean limited;
  private final AtomicLong left;

  /**
   * @param events the number; 0 for no limit
   */
  EventBudget(long events) {
    this.limited = events > 0;
    this.left = new AtomicLong(events);
  }

  boolean take() {
    return !limited || left.getAndDecrement() > 0;
  }

  boolean isUsedUp() {
    return limited && left.get() <= 0;
  }
}
