package io.github.bmt4j.failover.client;

/** How the application finds its servers. */
public enum HaMode {
  /** One address that stands for the primary: a cluster endpoint or virtual IP. */
  ENDPOINT("endpoint"),
  /** One name that stands for the primary. */
  DNS("dns"),
  /** Connector/J's {@code sequential}: all nodes, tried in order. */
  SEQUENTIAL("sequential"),
  /** Connector/J's {@code replication}: the first node for writes, the others for reads. */
  REPLICATION("replication"),
  /** Connector/J's {@code loadbalance}: all nodes in turn. */
  LOADBALANCE("loadbalance"),
  /** Connector/J's {@code load-balance-read}: primaries in order, replicas in turn. */
  LOAD_BALANCE_READ("load-balance-read");

  private final String word;

  HaMode(String word) {
    this.word = word;
  }

  /** As users write it. */
  public String word() {
    return word;
  }

  /** Whether it promises to send read-only transactions to replicas. */
  public boolean routesReads() {
    return this == REPLICATION || this == LOAD_BALANCE_READ;
  }
}
