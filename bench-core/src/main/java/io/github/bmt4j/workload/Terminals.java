package io.github.bmt4j.workload;

import java.util.List;

/**
 * Users at terminals, who share the connections of a run. A terminal keys in a transaction, waits
 * for its answer, thinks, and begins the next one.
 *
 * @param paces one for each of the workload's kinds
 */
public record Terminals(int count, List<Pace> paces) {
  public Terminals {
    paces = List.copyOf(paces);
  }

  /**
   * Pace of a terminal's transactions of one kind. Times in ns.
   *
   * @param keyingNanos constant time before the transaction is due
   * @param meanThinkNanos mean of the exponential time after it, which is cut at ten means
   * @param deferred true if the terminal continues when the transaction is due, without waiting for
   *     its end
   */
  public record Pace(long keyingNanos, long meanThinkNanos, boolean deferred) {}
}
