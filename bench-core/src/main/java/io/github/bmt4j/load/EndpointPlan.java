package io.github.bmt4j.load;

import java.util.List;

/**
 * What each endpoint of a load has of its own.
 *
 * @param endpointThreads of each; empty to deal all threads over the endpoints in turn
 * @param endpointEvents operations to measure at most of each; empty for one limit for all
 */
public record EndpointPlan(List<Integer> endpointThreads, List<Long> endpointEvents) {
  /** Nothing. */
  public static final EndpointPlan EVEN = new EndpointPlan(List.of(), List.of());

  public EndpointPlan {
    endpointThreads = List.copyOf(endpointThreads);
    endpointEvents = List.copyOf(endpointEvents);
  }
}
