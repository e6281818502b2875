package io.github.bmt4j.failover.cluster;

import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.HaMode.Trait;
import io.github.bmt4j.jdbc.JdbcUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JDBC URLs with which an application finds the nodes of a lab. */
public final class ApplicationUrls {
  private static final Pattern HOSTS = Pattern.compile("//[^/?]*");

  private ApplicationUrls() {}

  /**
   * The URL for a way to find servers. If replicas are marked, the first two of several nodes may
   * take writes: to survive the loss of its primary, an application must name the next one, too.
   *
   * @param node URL of a single node, as the driver reads it: its database and options are used
   * @param primary host and port of the address or name of the primary, for endpoint, dns and
   *     aurora
   * @param nodes host and port of every node, the primary first
   */
  public static String url(String node, HaMode ha, String primary, List<String> nodes) {
    return !ha.has(Trait.AURORA) && (ha.listsNodes() || ha.spreadsReads())
        ? of(node, ha, nodes, nodes.size() > 2 ? 2 : 1)
        : of(node, ha, List.of(primary), 1);
  }

  /**
   * The URL with which reads are spread over replicas, and writes go to the primary if it is named.
   *
   * @param node URL of a single node, as the driver reads it
   * @param primary host and port
   * @param replicas host and port of each
   */
  public static String spread(String node, HaMode ha, String primary, List<String> replicas) {
    if (!ha.spreadsReads()) {
      throw new IllegalArgumentException(ha.word() + " spreads nothing");
    }
    List<String> nodes = new ArrayList<>(replicas);
    if (ha.takesWrites()) {
      nodes.add(0, primary);
    }
    return of(node, ha, nodes, 1);
  }

  private static String of(String node, HaMode ha, List<String> nodes, int primaries) {
    List<String> hosts = new ArrayList<>(nodes);
    if (ha.has(Trait.MARKS_REPLICAS)) {
      for (int i = primaries; i < hosts.size(); i++) {
        String[] address = hosts.get(i).split(":(?=\\d+$)", 2);
        hosts.set(i, "address=(host=" + address[0] + ")(port=" + address[1] + ")(type=replica)");
      }
    }
    String url =
        HOSTS
            .matcher(node)
            .replaceFirst(Matcher.quoteReplacement(ha.scheme() + "//" + String.join(",", hosts)));
    return ha.has(Trait.SPLITS_READS)
        ? JdbcUrl.with(
            JdbcUrl.with(url, "wrapperPlugins", "readWriteSplitting"),
            "singleWriterConnectionString",
            "true")
        : url;
  }
}
