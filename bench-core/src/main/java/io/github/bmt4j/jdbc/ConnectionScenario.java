package io.github.bmt4j.jdbc;

import static io.github.bmt4j.report.Lines.counted;

/**
 * Connections of a load beside those of its workers; they prepare nothing.
 *
 * @param idle connections that are open and logged in, and run nothing
 * @param pingSeconds time in which each idle connection is touched once
 * @param perSecond new connections a second, each of which runs one statement and is closed; 0 for
 *     none
 */
public record ConnectionScenario(int idle, double pingSeconds, double perSecond) {
  public static final ConnectionScenario NONE = new ConnectionScenario(0, 0, 0);

  /** Idle connections that are opened at once: more would overrun the server's queue. */
  public static final int OPENERS = 32;

  private static final int FEW = 8;
  private static final int MANY = 256;

  /** Largest number of new connections that are under way at once: those due in a second. */
  public int atOnce() {
    return perSecond == 0 ? 0 : (int) Math.min(MANY, Math.max(FEW, Math.ceil(perSecond)));
  }

  /** Largest number of these connections at once. */
  public int most() {
    return idle + atOnce();
  }

  /** Threads for them, most of which only open idle ones. */
  public int threads() {
    return atOnce() + Math.min(idle, OPENERS);
  }

  /** The same in words, after those of the workers; empty for none. */
  public String text() {
    return (idle == 0 ? "" : ", " + counted(idle, "idle connection"))
        + (perSecond == 0 ? "" : ", " + counted(atOnce(), "new connection") + " at once");
  }
}
