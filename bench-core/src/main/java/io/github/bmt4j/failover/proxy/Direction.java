package io.github.bmt4j.failover.proxy;

/** Which way bytes go through a gate. */
public enum Direction {
  /** From the client to the server. */
  REQUESTS,
  /** From the server to the client. */
  REPLIES,
  /** Both ways. */
  BOTH;

  boolean includes(Direction one) {
    return this == BOTH || this == one;
  }
}
