package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import java.io.IOException;
import java.time.Instant;

/** An agent of a machine whose clock has another origin. */
final class ShiftedAgent {
  private ShiftedAgent() {}

  /**
   * Runs it.
   *
   * @param arguments how far its clock is ahead, in ns
   */
  public static void main(String[] arguments) throws IOException {
    long aheadNanos = Long.parseLong(arguments[0]);
    AgentProgram.serve(
        new Clock() {
          @Override
          public long nanoTime() {
            return System.nanoTime() + aheadNanos;
          }

          @Override
          public Instant now() {
            return Instant.now();
          }
        });
  }
}
