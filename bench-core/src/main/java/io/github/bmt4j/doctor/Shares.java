package io.github.bmt4j.doctor;

import io.github.bmt4j.target.Deal;
import io.github.bmt4j.target.ServerIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a run over several endpoints needs of each of their servers. */
public final class Shares {
  private Shares() {}

  /**
   * What a run needs of the server behind each endpoint. Endpoints that lead to one server need it
   * together.
   *
   * @param whole what all endpoints together must hold
   */
  public static List<Need> of(Need whole, List<ServerIdentity> endpoints) {
    Map<String, Integer> ofServer = new HashMap<>();
    Map<ServerIdentity, Integer> ofLogin = new HashMap<>();
    Deal deal = new Deal(endpoints.size());
    for (int i = 0; i < endpoints.size(); i++) {
      int threads = deal.threadsOf(i, whole.threads());
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
