package io.github.bmt4j.failover.client;

import java.util.Set;

/**
 * A way in which an application finds its servers. {@link #ENDPOINT} and {@link #DNS} work with any
 * driver; other modes belong to a {@link DriverFamily}, and modes of two families with one name may
 * differ.
 *
 * @param word name in options
 * @param scheme of the URL, between the driver's name and the hosts: {@code sequential:}, or empty
 * @param traits effects on the application
 * @param summary the driver's behaviour, in a line
 */
public record HaMode(String word, String scheme, Set<Trait> traits, String summary) {
  /** An effect of a mode on the application. */
  public enum Trait {
    /** The driver has every node in its URL, and chooses the one that takes writes. */
    LISTS_NODES,
    /** Reads are spread over the replicas in the URL. */
    SPREADS_READS,
    /** Read-only transactions are sent to replicas; implies the two traits above. */
    ROUTES_READS,
    /** The driver uses all nodes alike, whether they take writes or not, so that bmt only reads. */
    READS_ONLY,
    /** Only the first node of the URL ever gets writes. */
    FIRST_WRITES,
    /** A plugin of the AWS wrapper, named in the URL, routes reads. */
    SPLITS_READS,
    /** Replicas are marked in the URL. */
    MARKS_REPLICAS,
    /** The servers have to answer as Aurora's do. */
    AURORA
  }

  /** One address that stands for the primary: a cluster endpoint or virtual IP. */
  public static final HaMode ENDPOINT =
      new HaMode(
          "endpoint", "", Set.of(), "one address that follows the primary, as a virtual IP does");

  /** One name that stands for the primary. */
  public static final HaMode DNS =
      new HaMode("dns", "", Set.of(), "one name that follows the primary; the JVM caches it");

  /** Of MariaDB Connector/J: all nodes, tried in order. */
  public static final HaMode SEQUENTIAL =
      new HaMode(
          "sequential",
          "sequential:",
          Set.of(Trait.LISTS_NODES),
          "the first node that answers, even if it is read-only; a node that failed is avoided");

  /** Of MariaDB and MySQL Connector/J: the first node for writes, the others for reads. */
  public static final HaMode REPLICATION =
      new HaMode(
          "replication",
          "replication:",
          Set.of(Trait.LISTS_NODES, Trait.SPREADS_READS, Trait.ROUTES_READS, Trait.FIRST_WRITES),
          "the first node gets writes, the others read-only transactions; no promotion is seen");

  /** Of MariaDB Connector/J 3 and newer: all nodes in turn. */
  public static final HaMode LOADBALANCE =
      spreading("loadbalance", "all nodes in turn, whatever their role: bmt only reads");

  /** Of MariaDB Connector/J 3.5.1 and newer: primaries in order, replicas in turn. */
  public static final HaMode LOAD_BALANCE_READ =
      new HaMode(
          "load-balance-read",
          "load-balance-read:",
          Set.of(Trait.LISTS_NODES, Trait.SPREADS_READS, Trait.ROUTES_READS, Trait.MARKS_REPLICAS),
          "writes go to the first two nodes in order, read-only transactions to the others in"
              + " turn");

  public HaMode {
    traits = Set.copyOf(traits);
  }

  static HaMode spreading(String word, String summary) {
    return new HaMode(word, word + ":", Set.of(Trait.SPREADS_READS, Trait.READS_ONLY), summary);
  }

  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** Returns true if the driver knows every node, and chooses the one that takes writes. */
  public boolean listsNodes() {
    return has(Trait.LISTS_NODES);
  }

  public boolean spreadsReads() {
    return has(Trait.SPREADS_READS);
  }

  /** Returns true if the mode promises to send read-only transactions to replicas. */
  public boolean routesReads() {
    return has(Trait.ROUTES_READS);
  }

  public boolean takesWrites() {
    return !has(Trait.READS_ONLY);
  }

  @Override
  public String toString() {
    return word;
  }
}
