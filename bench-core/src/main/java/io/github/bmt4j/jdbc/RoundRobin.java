package io.github.bmt4j.jdbc;

import io.github.bmt4j.failure.BadInputException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How the threads of a run are dealt over its endpoints: in turn, so the first ones may have one
 * thread more.
 *
 * @param endpoints how many there are
 */
public record RoundRobin(int endpoints) {
  /** The endpoint of a thread, both by their numbers from 0. */
  public int endpointOf(int thread) {
    return thread % endpoints;
  }

  /** Those at an endpoint, of things of which each thread has one. */
  public <T> List<T> at(int endpoint, List<T> ofThreads) {
    return IntStream.range(0, ofThreads.size())
        .filter(thread -> endpointOf(thread) == endpoint)
        .mapToObj(ofThreads::get)
        .toList();
  }

  /** How many of the threads have their connections at an endpoint. */
  public int threadsOf(int endpoint, int threads) {
    return threads / endpoints + (endpoint < threads % endpoints ? 1 : 0);
  }

  /**
   * Checks that each endpoint gets a thread, or a connection.
   *
   * @param option that gave their number
   * @throws BadInputException when there are more of them
   */
  public void check(String option, int threads) {
    if (threads < endpoints) {
      throw new BadInputException(
          option
              + "="
              + threads
              + ": give at least "
              + endpoints
              + ", so that each of the "
              + endpoints
              + " servers gets one");
    }
  }
}
