package io.github.bmt4j.load;

import java.util.List;

/**
 * Threads and operations of each endpoint of a load.
 *
 * @param endpointThreads threads of each endpoint; empty to deal all threads over the endpoints in
 *     turn
 * @param endpointEvents largest number of measured operations of each endpoint; empty for one
 *     common limit
 */
public record EndpointPlan(List<Integer> endpointThreads, List<Long> endpointEvents) {
  public static final EndpointPlan EVEN = new EndpointPlan(List.of(), List.of());

  public EndpointPlan {
    endpointThreads = List.copyOf(endpointThreads);
    endpointEvents = List.copyOf(endpointEvents);
  }
}
