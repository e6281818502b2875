package io.github.bmt4j.failover.external;

import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.NodeUrl;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.sampling.SampledServer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Servers of an external cluster as an application finds them, by its URL. */
public final class ExternalNodes {
  private static final Pattern SCHEME =
      Pattern.compile(
          "jdbc:(?:aws-wrapper:)?(?:mariadb|mysql):([a-z-]+:)?//", Pattern.CASE_INSENSITIVE);

  private static final Pattern PLACE =
      Pattern.compile(
          "(jdbc:(?:aws-wrapper:)?(?:mariadb|mysql):)(?:[a-z-]+:)?//(?:\\([^)]*\\)|[^(/?])*",
          Pattern.CASE_INSENSITIVE);

  private ExternalNodes() {}

  /**
   * Mode in which an application with this URL finds its servers.
   *
   * @param family of its driver
   * @throws BadInputException when the URL names a mode that the driver does not have
   */
  public static HaMode ha(String url, DriverFamily family) {
    Matcher found = SCHEME.matcher(url);
    String mode = found.lookingAt() ? found.group(1) : null;
    String scheme = mode == null ? "" : mode.toLowerCase(Locale.ROOT);
    return family.ofUrl(url, scheme, NodeUrl.hosts(DriverUrl.own(url)).size() > 1);
  }

  /** The nodes that the user names; otherwise the hosts of a URL with several. */
  public static List<String> of(List<String> named, String url) {
    if (!named.isEmpty()) {
      return named.stream().map(NodeUrl::withPort).distinct().toList();
    }
    List<String> hosts = NodeUrl.hosts(url);
    return hosts.size() > 1 ? hosts : List.of();
  }

  /** The URL straight to one node, for the same driver as the cluster's URL. */
  public static String straight(String url, String node) {
    return PLACE
        .matcher(url)
        .replaceFirst(found -> Matcher.quoteReplacement(found.group(1) + "//" + node));
  }

  static List<SampledServer> sampled(List<String> nodes, String url, Target cluster) {
    String plain = JdbcUrl.replaced(url, "pool", "false");
    return nodes.stream()
        .map(node -> SampledServer.node(node, cluster.at(NodeUrl.of(plain, node))))
        .toList();
  }
}
