package io.github.bmt4j.failover.fault;

/** Place where the application's work waits during a planned change. */
public enum Hold {
  /** Nowhere: work that arrives during the change fails. */
  NONE,
  /** In the application's pools, which are suspended. */
  POOL
}
