package io.github.bmt4j.load;

import java.util.concurrent.atomic.AtomicLong;

/** Hands the arrivals of a schedule to workers, in order, each to one worker. Lock-free. */
final class ArrivalQueue {
  private final ArrivalSchedule schedule;
  private final AtomicLong next;

  ArrivalQueue(ArrivalSchedule schedule) {
    this.schedule = schedule;
    this.next = new AtomicLong(schedule.after(0));
  }

  long take() {
    while (true) {
      long arrival = next.get();
      if (next.compareAndSet(arrival, schedule.after(arrival))) {
        return arrival;
      }
    }
  }
}
