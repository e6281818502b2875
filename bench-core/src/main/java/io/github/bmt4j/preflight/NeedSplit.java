package io.github.bmt4j.preflight;

import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.jdbc.ServerKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a run over several endpoints needs of each of their servers. */
public final class NeedSplit {
  private NeedSplit() {}

  /**
   * What a run needs of the server behind each endpoint. Endpoints that lead to one server need it
   * together.
   *
   * @param whole what all endpoints together must hold
   * @param roundRobin of its connections
   */
  public static List<Need> of(Need whole, List<ServerKey> endpoints, RoundRobin roundRobin) {
    Map<String, Integer> ofServer = new HashMap<>();
    Map<ServerKey, Integer> ofLogin = new HashMap<>();
    for (int i = 0; i < endpoints.size(); i++) {
      int threads = roundRobin.threadsOf(i, whole.pooled());
      ofServer.merge(endpoints.get(i).server(), threads, Integer::sum);
      ofLogin.merge(endpoints.get(i), threads, Integer::sum);
    }
    List<Need> needs = new ArrayList<>();
    for (ServerKey endpoint : endpoints) {
      needs.add(
          whole.share(
              ofServer.getOrDefault(endpoint.server(), 0), ofLogin.getOrDefault(endpoint, 0)));
    }
    return List.copyOf(needs);
  }
}
