package io.github.bmt4j.workload;

import io.github.bmt4j.outcome.ErrorPhase;

/**
 * The statements of one worker, counted as they succeed, by sysbench's rule: a result set is a
 * read, changed rows are a write, anything else is other (sysbench 1.0.20, drv_mysql.c). Written by
 * one thread.
 */
public final class StatementCounts {
  private long reads;
  private long writes;
  private long others;
  private ErrorPhase phase = ErrorPhase.STATEMENT;
  private boolean applied;
  private boolean rolledBack;
  private final long[] shareHits;
  private final long[] shareTrials;

  /** The counts of a workload without shares. */
  public StatementCounts() {
    this(0);
  }

  /**
   * @param shares number of {@link Workload#shares} of the workload
   */
  public StatementCounts(int shares) {
    shareHits = new long[shares];
    shareTrials = new long[shares];
  }

  /**
   * Counts for one of the workload's {@link Workload#shares}. To be called once a transaction, when
   * it has succeeded: a failed attempt must not count. Does nothing in counts without shares.
   *
   * @param number of the share, from 0
   */
  public void share(int number, long hits, long trials) {
    if (number < shareHits.length) {
      shareHits[number] += hits;
      shareTrials[number] += trials;
    }
  }

  /** Hits of a share so far. */
  public long shareHits(int number) {
    return shareHits[number];
  }

  /** Trials of a share so far. */
  public long shareTrials(int number) {
    return shareTrials[number];
  }

  /** Counts a statement that gave a result set. */
  public void read() {
    reads++;
  }

  /** Counts a statement that gave no result set. */
  public void changed(long affected) {
    if (affected > 0) {
      writes++;
    } else {
      others++;
    }
  }

  /** Counts a statement that neither reads nor changes rows, such as BEGIN. */
  public void other() {
    others++;
  }

  /** Begins an attempt, which has no permanent write yet. */
  public void begin() {
    applied = false;
    rolledBack = false;
  }

  /**
   * Reports that a write of the attempt is permanent although the attempt has not ended: outside a
   * transaction every write is. Should a later statement fail, a second attempt would do it twice.
   */
  public void apply() {
    applied = true;
  }

  /**
   * Reports that the attempt was rolled back on purpose, as the transaction wants it: a success.
   */
  public void rollBack() {
    rolledBack = true;
  }

  /** True if the present attempt was rolled back on purpose. */
  public boolean rolledBack() {
    return rolledBack;
  }

  /** True if a write of the present attempt is permanent. */
  public boolean applied() {
    return applied;
  }

  /** Sets the phase in which the worker is. */
  public void phase(ErrorPhase now) {
    phase = now;
  }

  public ErrorPhase phase() {
    return phase;
  }

  public long reads() {
    return reads;
  }

  public long writes() {
    return writes;
  }

  public long others() {
    return others;
  }
}
