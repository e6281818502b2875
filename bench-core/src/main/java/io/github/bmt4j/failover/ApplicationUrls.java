package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.HaMode;
import java.util.List;
import java.util.stream.Collectors;

/** The JDBC URLs with which an application finds the nodes of a lab. */
public final class ApplicationUrls {
  private static final String OPTIONS = "?sslMode=disable";

  private ApplicationUrls() {}

  /**
   * The URL for a way to find servers.
   *
   * @param primary host and port of what stands for the primary, for endpoint and dns
   * @param nodes host and port of every node, the primary first
   */
  public static String url(HaMode ha, String primary, List<String> nodes, String database) {
    String hosts =
        switch (ha) {
          case ENDPOINT, DNS -> "//" + primary;
          case SEQUENTIAL -> "sequential://" + String.join(",", nodes);
          case REPLICATION -> "replication://" + String.join(",", nodes);
          case LOADBALANCE -> "loadbalance://" + String.join(",", nodes);
          case LOAD_BALANCE_READ -> "load-balance-read://" + typed(nodes);
        };
    return "jdbc:mariadb:" + hosts + "/" + database + OPTIONS;
  }

  /**
   * The URL with which reads are spread over replicas, writes go to the primary where it is named.
   *
   * @param primary host and port
   * @param replicas host and port of each
   */
  public static String spread(HaMode ha, String primary, List<String> replicas, String database) {
    String hosts =
        switch (ha) {
          case LOADBALANCE -> "loadbalance://" + String.join(",", replicas);
          case REPLICATION -> "replication://" + primary + "," + String.join(",", replicas);
          case LOAD_BALANCE_READ ->
              "load-balance-read://"
                  + primary
                  + ","
                  + replicas.stream()
                      .map(ApplicationUrls::replica)
                      .collect(Collectors.joining(","));
          default -> throw new IllegalArgumentException(ha.word() + " spreads nothing");
        };
    return "jdbc:mariadb:" + hosts + "/" + database + OPTIONS;
  }

  /**
   * The first two nodes may take writes, the others are replicas: an application that wants to
   * survive its primary has to name the next one too.
   */
  private static String typed(List<String> nodes) {
    int primaries = nodes.size() > 2 ? 2 : 1;
    String first = String.join(",", nodes.subList(0, primaries));
    String rest =
        nodes.subList(primaries, nodes.size()).stream()
            .map(ApplicationUrls::replica)
            .collect(Collectors.joining(","));
    return first + "," + rest;
  }

  private static String replica(String node) {
    int colon = node.lastIndexOf(':');
    return "address=(host="
        + node.substring(0, colon)
        + ")(port="
        + node.substring(colon + 1)
        + ")(type=replica)";
  }
}
