package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.SplitMix64;

/**
 * Ids that no worker of a run draws twice, in a scattered order over all of INTEGER: a permutation
 * of the 32-bit numbers, of which each worker takes every {@code workers}-th from a start that
 * depends on the seed.
 *
 * <p>The permutation is always the same, so that two runs on the same tables collide only where
 * their stretches of it overlap: with a million rows each, once in two thousand pairs of runs. Runs
 * with the same seed always collide. (sysbench scatters ids in the same way, by a permutation that
 * depends on the seed.)
 */
final class UniqueIds {
  private final int step;
  private int index;

  UniqueIds(SessionContext context) {
    step = context.workers();
    index = (int) SplitMix64.stateOf(context.seed(), Long.MIN_VALUE) + context.worker();
  }

  int next() {
    int id = permuted(index);
    index += step;
    return id;
  }

  /**
   * A permutation of all ints: the finalizer of MurmurHash3 (A. Appleby, public domain), whose
   * every step can be undone.
   */
  static int permuted(int value) {
    int h = value;
    h = (h ^ (h >>> 16)) * 0x85ebca6b;
    h = (h ^ (h >>> 13)) * 0xc2b2ae35;
    return h ^ (h >>> 16);
  }
}
