package io.github.bmt4j.workload.script;

import io.github.bmt4j.clock.Clock;
import java.sql.SQLException;

/**
 * {@code \sleep}.
 *
 * @param slot of the variable with the length; negative if {@code fixed} is the length
 * @param nanos of its unit
 */
record SleepStep(String place, String name, int slot, long fixed, long nanos) implements Step {
  private static final long LONGEST = 1_000_000_000;

  @Override
  public int run(ScriptSession session, Frame frame, int at) throws SQLException {
    frame.at(place);
    long units = slot < 0 ? fixed : units(frame);
    Clock clock = Clock.SYSTEM;
    clock.sleepUntil(
        clock.nanoTime() + units * nanos, () -> Thread.currentThread().isInterrupted());
    if (Thread.currentThread().isInterrupted()) {
      throw frame.failure("\\sleep was interrupted");
    }
    return at + 1;
  }

  private long units(Frame frame) throws SQLException {
    frame.load(slot, name);
    long units = frame.toLong(frame.top() - 1);
    frame.drop(frame.top() - 1);
    if (units < 0 || units >= LONGEST) {
      throw frame.failure("\\sleep takes 0 to 10^9-1, not " + units);
    }
    return units;
  }
}
