package io.github.bmt4j.load;

/**
 * What was counted for one of a workload's {@link io.github.bmt4j.workload.ShareRule shares}.
 *
 * @param hits what counts
 * @param trials what it is counted among
 */
public record ShareCount(long hits, long trials) {
  static final ShareCount ZERO = new ShareCount(0, 0);

  ShareCount plus(ShareCount other) {
    return new ShareCount(hits + other.hits, trials + other.trials);
  }
}
