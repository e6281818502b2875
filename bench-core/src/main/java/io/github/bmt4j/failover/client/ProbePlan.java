package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.ProbeKind;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client JVM shall do: which application it imitates, and how hard. Goes to it by its
 * standard input, never by its command line.
 *
 * @param writeUrl of the pool that writers use, as the driver reads it, without settings and login;
 *     null for no writers
 * @param readUrl of the pool that readers use; null for no readers
 * @param connectUrl for connectors; null for none
 * @param driver that all of them use
 * @param ledger name of the ledger table, in the URL's database; it is there already
 * @param identity SQL expression with which a server tells who it is, such as {@code @@server_id}
 * @param writesPerSecond arrivals of writers, evenly spaced
 * @param readsPerSecond arrivals of readers
 * @param connectsPerSecond arrivals of connectors
 * @param mostWorkers of each probe: threads are made when arrivals find none idle, up to this
 *     number
 * @param retryDeadlineMillis for {@code --retry until-deadline}: since the intended time
 * @param stallMillis from when on an operation counts as stalled
 * @param readMillis how long a read-only transaction works on the server, in addition to its read
 * @param writeMillis how long a write works on the server, in addition to its insert
 * @param onePool whether readers borrow from the writers' pool, where both URLs are the same
 * @param audit what writers run besides; null for nothing
 */
public record ProbePlan(
    @Nullable String writeUrl,
    @Nullable String readUrl,
    @Nullable String connectUrl,
    DriverPlan driver,
    String user,
    String password,
    ApplicationSettings settings,
    String ledger,
    String identity,
    double writesPerSecond,
    double readsPerSecond,
    double connectsPerSecond,
    int mostWorkers,
    long retryDeadlineMillis,
    long stallMillis,
    long readMillis,
    long writeMillis,
    boolean onePool,
    @Nullable AuditPlan audit) {
  /** The same plan over other URLs. */
  ProbePlan with(@Nullable String write, @Nullable String read, @Nullable String connect) {
    return new ProbePlan(
        write,
        read,
        connect,
        driver,
        user,
        password,
        settings,
        ledger,
        identity,
        writesPerSecond,
        readsPerSecond,
        connectsPerSecond,
        mostWorkers,
        retryDeadlineMillis,
        stallMillis,
        readMillis,
        writeMillis,
        onePool,
        audit);
  }

  @Override
  public String toString() {
    return "ProbePlan of " + ledger;
  }

  /** Arrivals a second of each probe that runs. */
  public Map<ProbeKind, Double> rates() {
    Map<ProbeKind, Double> rates = new EnumMap<>(ProbeKind.class);
    if (writeUrl != null) {
      rates.put(ProbeKind.WRITER, writesPerSecond);
    }
    if (readUrl != null) {
      rates.put(ProbeKind.READER, readsPerSecond);
    }
    if (connectUrl != null) {
      rates.put(ProbeKind.CONNECTOR, connectsPerSecond);
    }
    return rates;
  }
}
