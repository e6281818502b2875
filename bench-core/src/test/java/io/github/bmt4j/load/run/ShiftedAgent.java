package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.load.agent.AgentProgram;
import java.io.IOException;
import java.time.Instant;

/** An agent of a machine whose clock has another origin, and may run fast. */
final class ShiftedAgent {
  private ShiftedAgent() {}

  /**
   * Runs it.
   *
   * @param arguments how far its clock is ahead, in ns; time that it gains in each second, in ns
   */
  public static void main(String[] arguments) throws IOException {
    long aheadNanos = Long.parseLong(arguments[0]);
    double gained = Double.parseDouble(arguments[1]) / 1e9;
    long origin = System.nanoTime();
    AgentProgram.serve(
        new Clock() {
          @Override
          public long nanoTime() {
            long now = System.nanoTime();
            return now + aheadNanos + (long) (gained * (now - origin));
          }

          @Override
          public Instant now() {
            return Instant.now();
          }
        },
        AgentPlan.class);
  }
}
