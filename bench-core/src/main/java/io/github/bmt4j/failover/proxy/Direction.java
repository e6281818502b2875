package io.github.bmt4j.failover.proxy;

/** The direction of bytes through a port of the proxy. */
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
