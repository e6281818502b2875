package io.github.bmt4j.failover.watch;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.external.ExternalNodes;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.ClusterScenario;
import io.github.bmt4j.failover.scenario.FailoverScenario;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.NodeUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was decided for a run of {@code bmt watch}. Never a password.
 *
 * @param nodes host or host:port of every node, for observers; may be empty
 * @param readUrl of the readers, without its passwords; absent when it is the target's
 * @param ha mode in which the application finds its servers, by its URL
 * @param settings of driver, pool and application
 * @param stallMillis from when on an operation counts as stalled
 * @param settleMillis time without trouble after which an outage is over
 * @param timeMillis length of the window; absent where the user ends it
 * @param zone of the times of day for people, such as "Europe/Berlin"
 * @param maxWriteOutageMillis the longest outage that passes; absent when any does
 * @param failIf limits of figures, such as {@code out>30s}
 */
public record WatchScenario(
    ClusterScenario cluster,
    List<String> nodes,
    @Nullable String readUrl,
    String ha,
    ApplicationSettings settings,
    ProbeLoad load,
    long stallMillis,
    long settleMillis,
    @Nullable Long timeMillis,
    String zone,
    @Nullable Long maxWriteOutageMillis,
    List<String> failIf) {
  /** Time after which an arrival that found no request thread is given up. */
  private static final long PATIENCE_MILLIS = 60_000;

  boolean writes() {
    return load.writesPerSecond() > 0;
  }

  /**
   * Driver and pool between application and servers, in words; also a proxy, if the URL has an
   * address that is none of the nodes. Names are not looked up.
   */
  String way() {
    String url = writes() || readUrl == null ? cluster.target() : readUrl;
    List<String> known = ExternalNodes.of(nodes, DriverUrl.own(cluster.target()));
    boolean straight =
        JdbcUrl.addresses(url).stream()
            .map(NodeUrl::text)
            .allMatch(address -> known.stream().anyMatch(address::equalsIgnoreCase));
    return straight ? "driver and pool" : "driver, pool and proxy";
  }

  /** The scenario of a change of the primary that nobody announces. */
  public FailoverScenario unannounced() {
    return new FailoverScenario(
        cluster,
        ChangeScenario.of(
            new ChangeScenario.External(ChangeScenario.External.MANUAL, 0, nodes, readUrl)),
        ha,
        settings,
        load,
        new TrialTimes(0, stallMillis, settleMillis, PATIENCE_MILLIS),
        1,
        maxWriteOutageMillis,
        null);
  }
}
