package io.github.bmt4j.jdbc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Assigns the threads of a run to its endpoints: in turn, so the first ones may have one thread
 * more, or a given number to each.
 *
 * @param sizes threads of each endpoint; empty to assign them in turn
 */
public record RoundRobin(int endpoints, List<Integer> sizes) {
  public RoundRobin {
    sizes = List.copyOf(sizes);
  }

  /** In turn. */
  public RoundRobin(int endpoints) {
    this(endpoints, List.of());
  }

  /** The endpoint of a thread, both by their numbers from 0. */
  public int endpointOf(int thread) {
    if (sizes.isEmpty()) {
      return thread % endpoints;
    }
    int endpoint = 0;
    for (int rest = thread - sizes.get(0); rest >= 0; rest -= sizes.get(endpoint)) {
      endpoint++;
    }
    return endpoint;
  }

  /** The number of a thread among those of its endpoint, from 0. */
  public int numberAtEndpoint(int thread) {
    return sizes.isEmpty()
        ? thread / endpoints
        : thread - sizes.stream().limit(endpointOf(thread)).mapToInt(size -> size).sum();
  }

  /** The elements at an endpoint of a list with one element for each thread. */
  public <T> List<T> at(int endpoint, List<T> ofThreads) {
    return IntStream.range(0, ofThreads.size())
        .filter(thread -> endpointOf(thread) == endpoint)
        .mapToObj(ofThreads::get)
        .toList();
  }

  /** Number of threads that have their connections at an endpoint. */
  public int threadsOf(int endpoint, int threads) {
    return sizes.isEmpty()
        ? threads / endpoints + (endpoint < threads % endpoints ? 1 : 0)
        : sizes.get(endpoint);
  }

  /**
   * Checks that each endpoint gets a thread, or a connection.
   *
   * @param option option that gave their number
   * @throws BadInputException when there are more endpoints
   */
  public void check(String option, int threads) {
    BadInputException.check(
        threads >= endpoints,
        option,
        words(
            "=%s: give at least %s, so that each of the %s servers gets one",
            threads, endpoints, endpoints));
  }
}
