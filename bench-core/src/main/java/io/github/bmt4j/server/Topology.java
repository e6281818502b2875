package io.github.bmt4j.server;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.option.OptionValues;
import java.util.Comparator;

/**
 * Topology of servers: the connections between them. Providers declare its names and options.
 *
 * @param name {@code single}, {@code replication}, …
 * @param options options that its provider declares
 */
public record Topology(String name, int nodes, OptionValues options) {
  public static final String REPLICATION = "replication";

  public static final Topology SINGLE = new Topology("single", 1, OptionValues.DEFAULT);

  private static final int MOST_NODES = 9;

  public static Topology cluster(String name, int nodes) {
    return cluster(name, nodes, OptionValues.DEFAULT);
  }

  /**
   * A cluster.
   *
   * @throws BadInputException when it would have too few or too many nodes
   */
  public static Topology cluster(String name, int nodes, OptionValues options) {
    BadInputException.check(
        nodes >= 2 && nodes <= MOST_NODES,
        "--nodes",
        "=" + nodes + ": give a number from 2 to " + MOST_NODES);
    return new Topology(name, nodes, options);
  }

  /** Number of servers in addition to the one that takes the application's writes. */
  public int replicas() {
    return nodes - 1;
  }

  /** Its name with the given options, as the command line reads them. */
  public String text() {
    return options.text(
        name,
        options.given().keySet().stream()
            .filter(option -> !option.usual().equals(options.get(option)))
            .sorted(Comparator.comparing(DeclaredOption::word))
            .toList());
  }
}
