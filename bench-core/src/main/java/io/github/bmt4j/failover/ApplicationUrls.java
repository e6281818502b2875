package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.HaMode;
import java.util.ArrayList;
import java.util.List;

/** The JDBC URLs with which an application finds the nodes of a lab. */
public final class ApplicationUrls {
  private static final String OPTIONS = "?sslMode=disable";

  private ApplicationUrls() {}

  /**
   * The URL for a way to find servers. With load-balance-read the first two of several nodes may
   * take writes: an application that wants to survive its primary has to name the next one too.
   *
   * @param primary host and port of what stands for the primary, for endpoint and dns
   * @param nodes host and port of every node, the primary first
   */
  public static String url(HaMode ha, String primary, List<String> nodes, String database) {
    return url(ha, primary, nodes, nodes.size() > 2 ? 2 : 1, database);
  }

  /**
   * The URL with which reads are spread over replicas, writes go to the primary where it is named.
   *
   * @param primary host and port
   * @param replicas host and port of each
   */
  public static String spread(HaMode ha, String primary, List<String> replicas, String database) {
    List<String> nodes = new ArrayList<>(replicas);
    switch (ha) {
      case LOADBALANCE -> {}
      case REPLICATION, LOAD_BALANCE_READ -> nodes.add(0, primary);
      default -> throw new IllegalArgumentException(ha.word() + " spreads nothing");
    }
    return url(ha, primary, nodes, 1, database);
  }

  private static String url(
      HaMode ha, String primary, List<String> nodes, int primaries, String database) {
    List<String> typed = new ArrayList<>(nodes.stream().limit(primaries).toList());
    for (String node : nodes.stream().skip(primaries).toList()) {
      String[] address = node.split(":(?=\\d+$)", 2);
      typed.add("address=(host=" + address[0] + ")(port=" + address[1] + ")(type=replica)");
    }
    String hosts =
        switch (ha) {
          case ENDPOINT, DNS -> "//" + primary;
          case SEQUENTIAL -> "sequential://" + String.join(",", nodes);
          case REPLICATION -> "replication://" + String.join(",", nodes);
          case LOADBALANCE -> "loadbalance://" + String.join(",", nodes);
          case LOAD_BALANCE_READ -> "load-balance-read://" + String.join(",", typed);
        };
    return "jdbc:mariadb:" + hosts + "/" + database + OPTIONS;
  }
}
