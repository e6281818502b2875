package io.github.bmt4j.load.run;

import io.github.bmt4j.jdbc.Target;
import java.util.List;

/**
 * The servers of a load.
 *
 * @param endpoints endpoints of its connections
 * @param nodes of their cluster whose lag is watched: the own address of each, past any proxy, with
 *     the node's name as description; empty for none
 */
public record LoadTargets(List<Target> endpoints, List<Target> nodes) {
  public LoadTargets {
    endpoints = List.copyOf(endpoints);
    nodes = List.copyOf(nodes);
  }

  /** Endpoints without watched nodes. */
  public LoadTargets(List<Target> endpoints) {
    this(endpoints, List.of());
  }
}
