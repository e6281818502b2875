package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.ProbeKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was seen and done while a load was spread. All times in ns on the run's clock.
 *
 * @param servers all known servers, in the order in which they are shown
 * @param fromNanos start of the observation: load on healthy servers
 * @param endNanos end of the observation: no arrival is due after it
 * @param loss of a server; absent when none was lost
 * @param client log of the application's probes, from the start of the load on
 * @param connections of the application to each server, sampled once a second
 * @param ratesPerSecond arrivals of each probe; no entry, or 0, for a probe that did not run
 * @param stallNanos from when on an operation counts as stalled
 */
record BalanceEvidence(
    List<PoolServer> servers,
    long fromNanos,
    long endNanos,
    @Nullable Loss loss,
    ClientLog client,
    List<ConnectionCount> connections,
    Map<ProbeKind, Double> ratesPerSecond,
    long stallNanos) {
  /**
   * A server of the application.
   *
   * @param name its identity, as in {@code Operation.server}
   * @param primary true if it is the primary
   * @param shares true if the load is to be spread over it
   */
  record PoolServer(String name, boolean primary, boolean shares) {}

  /**
   * The loss of a server.
   *
   * @param server its name
   * @param lostNanos the moment just before it was taken away
   * @param returnedNanos time at which it answered again; absent if it did not
   */
  record Loss(String server, long lostNanos, @Nullable Long returnedNanos) {}

  boolean ran(ProbeKind probe) {
    return ratesPerSecond.getOrDefault(probe, 0.0) > 0;
  }

  List<PoolServer> sharing() {
    return servers.stream().filter(PoolServer::shares).toList();
  }
}
