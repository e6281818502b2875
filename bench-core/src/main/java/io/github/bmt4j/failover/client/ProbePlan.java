package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.ProbeKind;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plan of a client JVM: the application that it simulates, and the load. It is sent through
 * standard input, never on the command line.
 *
 * @param driver driver that all probes use
 * @param ledger name of the ledger table, in the URL's database; it exists already
 * @param identity SQL expression with which a server gives its identity, such as
 *     {@code @@server_id}
 */
public record ProbePlan(
    Urls urls,
    DriverPlan driver,
    String user,
    String password,
    ApplicationSettings settings,
    String ledger,
    String identity,
    ProbeLoad load,
    TrialTimes times) {
  /**
   * URLs of the probes, as the driver reads them, without settings and login; a probe without a URL
   * does not run.
   *
   * @param write of the pool that writers use
   * @param read of the pool that readers use
   * @param connect of connectors
   */
  public record Urls(@Nullable String write, @Nullable String read, @Nullable String connect) {}

  ProbePlan with(Urls others) {
    return with(others, identity);
  }

  /** The same application over other URLs of servers that identify themselves in another way. */
  public ProbePlan with(Urls others, String identified) {
    return new ProbePlan(others, driver, user, password, settings, ledger, identified, load, times);
  }

  @Override
  public String toString() {
    return "ProbePlan of " + ledger;
  }

  /** Arrivals a second of each probe that runs. */
  public Map<ProbeKind, Double> rates() {
    Map<ProbeKind, Double> rates = new EnumMap<>(ProbeKind.class);
    if (urls.write() != null) {
      rates.put(ProbeKind.WRITER, load.writesPerSecond());
    }
    if (urls.read() != null) {
      rates.put(ProbeKind.READER, load.readsPerSecond());
    }
    if (urls.connect() != null) {
      rates.put(ProbeKind.CONNECTOR, load.connectsPerSecond());
    }
    return rates;
  }
}
