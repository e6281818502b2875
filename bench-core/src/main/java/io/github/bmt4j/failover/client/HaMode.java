package io.github.bmt4j.failover.client;

import io.github.bmt4j.failure.BadInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the application finds its servers. */
public enum HaMode {
  /** One address that stands for the primary: a cluster endpoint or virtual IP. */
  ENDPOINT,
  /** One name that stands for the primary. */
  DNS,
  /** Connector/J's {@code sequential}: all nodes, tried in order. */
  SEQUENTIAL,
  /** Connector/J's {@code replication}: the first node for writes, the others for reads. */
  REPLICATION,
  /** Connector/J's {@code loadbalance}: all nodes in turn. */
  LOADBALANCE,
  /** Connector/J's {@code load-balance-read}: primaries in order, replicas in turn. */
  LOAD_BALANCE_READ;

  /**
   * The mode that users write so.
   *
   * @throws BadInputException when there is none
   */
  public static HaMode of(String word) {
    return Arrays.stream(values())
        .filter(mode -> mode.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "unknown HA mode "
                        + word
                        + ": choose one of "
                        + Arrays.stream(values())
                            .map(HaMode::word)
                            .collect(Collectors.joining(", "))));
  }

  /** As users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether the driver knows every node, and chooses the one that takes writes. */
  public boolean listsNodes() {
    return this == SEQUENTIAL || routesReads();
  }

  /** Whether it spreads reads over the replicas that it is given. */
  public boolean spreadsReads() {
    return this == LOADBALANCE || routesReads();
  }

  /** Whether it promises to send read-only transactions to replicas. */
  public boolean routesReads() {
    return this == REPLICATION || this == LOAD_BALANCE_READ;
  }
}
