package io.github.bmt4j.server;

import io.github.bmt4j.failure.BadInputException;

/**
 * How servers are connected with each other. Which names there are is what providers say.
 *
 * @param name {@code single}, {@code replication}, …
 * @param replicas how many servers there are in addition to the primary
 * @param semiSync whether a commit waits until a replica has received it
 */
public record Topology(String name, int replicas, boolean semiSync) {
  /** Name of a primary and its replicas. */
  public static final String REPLICATION = "replication";

  /** One server. */
  public static final Topology SINGLE = new Topology("single", 0, false);

  private static final int MOST_REPLICAS = 8;

  /**
   * A cluster.
   *
   * @throws BadInputException when it would have too few or too many nodes
   */
  public static Topology cluster(String name, int replicas, boolean semiSync) {
    if (replicas < 1 || replicas > MOST_REPLICAS) {
      throw new BadInputException(
          "--replicas=" + replicas + ": give a number from 1 to " + MOST_REPLICAS);
    }
    return new Topology(name, replicas, semiSync);
  }
}
