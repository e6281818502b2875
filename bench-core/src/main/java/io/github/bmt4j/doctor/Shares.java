package io.github.bmt4j.doctor;

import io.github.bmt4j.target.ServerIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the threads of a run are dealt over its endpoints: in turn, so the first may have one more.
 */
public final class Shares {
  private Shares() {}

  /** How many threads have their connections at an endpoint, by its number from 0. */
  public static int threadsOf(int endpoint, int endpoints, int threads) {
    return threads / endpoints + (endpoint < threads % endpoints ? 1 : 0);
  }

  /**
   * What a run needs of the server behind each endpoint. Endpoints that lead to one server need it
   * together.
   *
   * @param whole what all endpoints together must hold
   */
  public static List<Need> of(Need whole, List<ServerIdentity> endpoints) {
    Map<String, Integer> ofServer = new HashMap<>();
    Map<ServerIdentity, Integer> ofLogin = new HashMap<>();
    for (int i = 0; i < endpoints.size(); i++) {
      int threads = threadsOf(i, endpoints.size(), whole.threads());
      ofServer.merge(endpoints.get(i).server(), threads, Integer::sum);
      ofLogin.merge(endpoints.get(i), threads, Integer::sum);
    }
    List<Need> needs = new ArrayList<>();
    for (ServerIdentity endpoint : endpoints) {
      needs.add(
          whole.share(
              ofServer.getOrDefault(endpoint.server(), 0), ofLogin.getOrDefault(endpoint, 0)));
    }
    return List.copyOf(needs);
  }
}
