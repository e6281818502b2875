package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Options that a run's command takes, so that advice may name them.
 *
 * @param ha mode in which the application found its servers
 * @param settings in force: settings in the URL come before options
 * @param url of a cluster of the user's, without passwords; absent in a lab
 * @param modes modes that a lab's fault takes, and in which a driver finds the lab's primary
 * @param replicas of a lab
 */
record Remedies(
    HaMode ha,
    ApplicationSettings settings,
    @Nullable String url,
    Set<HaMode> modes,
    int replicas) {
  /** Advised values, unless the run already has them. */
  static final Duration SHORT_TTL = Duration.ofSeconds(1);

  static final Duration SHORT_DENIAL = Duration.ofSeconds(1);
  static final Duration SHORT_CONNECT = Duration.ofSeconds(1);
  static final Duration SHORT_SOCKET = Duration.ofSeconds(3);
  static final Duration SHORTEST_LIFETIME = Duration.ofSeconds(30);

  static Remedies of(FailoverOrder order, @Nullable String writeUrl) {
    ApplicationSettings settings = order.scenario().settings();
    boolean own = !order.target().isStarted();
    String topology = order.topology().name();
    return new Remedies(
        order.ha(),
        writeUrl == null ? settings : settings.inForce(writeUrl),
        own ? writeUrl : null,
        own
            ? Set.of()
            : settings.family().modes().stream()
                .filter(mode -> order.fault().obstacle(mode).isEmpty())
                .filter(mode -> !mode.equals(HaMode.SEQUENTIAL) || !elects(topology))
                .collect(Collectors.toSet()),
        own || !topology.equals(Topology.REPLICATION) ? 0 : order.topology().replicas());
  }

  /**
   * Returns true if the servers elect their primary: then the first node that answers may be
   * another one.
   */
  private static boolean elects(String topology) {
    return ServerRegistry.has(topology, List.of(Cluster.Electing.class));
  }

  /** An option both for a lab and for a user's cluster. */
  static Optional<Advice> option(String cause, String seen, String option) {
    return Optional.of(new Advice(cause, seen, option));
  }

  /** An option of the driver: a URL that sets it itself has to be changed. */
  Optional<Advice> driver(String cause, String seen, String option, String inUrl) {
    String name = inUrl.substring(0, inUrl.indexOf('='));
    return option(
        cause, seen, url != null && JdbcUrl.sets(url, name) ? inUrl + " in --url" : option);
  }

  /** One address that leads to the primary, and connections that do not outlive its role. */
  Optional<Advice> endpoint(String cause, String seen) {
    String evict = settings.evictReadOnly() ? "" : " --settings=tuned";
    if (url != null) {
      return option(
          cause,
          seen,
          "one address that follows the primary, such as an endpoint or a proxy, in --url"
              + " ("
              + settings.family().form(HaMode.ENDPOINT)
              + ")"
              + (evict.isEmpty() ? "" : ", with" + evict));
    }
    return modes.contains(HaMode.ENDPOINT)
        ? option(cause, seen, "--ha=endpoint" + evict)
        : Optional.empty();
  }

  /**
   * Advice to use the driver's search for the first server that answers; with several replicas it
   * may stay with one that is not promoted. If no such search finds the primary, advises against a
   * pool.
   *
   * @param successor true if another server took over and the old primary is gone, which the search
   *     would find otherwise; or if several servers take writes
   */
  Optional<Advice> withoutPauses(String cause, String seen, boolean successor) {
    String search = seen + "; a driver that tries again itself avoids that";
    if (successor && url != null && settings.family().modes().contains(HaMode.SEQUENTIAL)) {
      return option(
          cause,
          search,
          "the primary and its successor in --url ("
              + settings.family().form(HaMode.SEQUENTIAL)
              + ")");
    }
    if (successor && modes.contains(HaMode.SEQUENTIAL)) {
      return option(cause, search, "--ha=sequential" + (replicas > 1 ? " --replicas=1" : ""));
    }
    return option(
        cause, seen + "; a new connection for each transaction has no such pause", "--pool=none");
  }
}
