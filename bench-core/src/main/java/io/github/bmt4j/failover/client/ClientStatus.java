package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.Operation;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Status of a client JVM, reported ten times a second. Times in ns on the run's clock.
 *
 * @param atNanos time of the report
 */
public record ClientStatus(long atNanos, Probe writer, Probe reader, Probe connector) {
  /** A client that begins an operation so late is not well. */
  static final long LATE_NANOS = 20_000_000;

  /** The driver's words of an attempt that failed, of the probe whose trouble is the newest. */
  public String said() {
    return Stream.of(writer, reader, connector)
        .filter(probe -> !probe.said().isEmpty())
        .max(Comparator.comparingLong(Probe::troubleNanos))
        .map(Probe::said)
        .orElse("");
  }

  /**
   * Operations of a probe so far.
   *
   * @param ok those that ended OK
   * @param failed those that ended FAILED
   * @param unknown those that ended UNKNOWN
   * @param waiting those due and not ended
   */
  public record Counts(long ok, long failed, long unknown, long waiting) {}

  /**
   * One probe.
   *
   * @param lastOkEndNanos end of the last one that ended OK; {@code Operation.NEVER} when none has
   * @param troubleNanos the last moment at which something was wrong: an attempt ended otherwise
   *     than OK (also when it was tried again), an operation ended later than the stall limit, had
   *     been waiting longer than that, or found no worker; {@code Operation.NEVER} when nothing
   *     ever was
   * @param lateNanos the last moment at which an operation began more than {@link #LATE_NANOS}
   *     after it was due; {@code Operation.NEVER} when none did
   * @param server server of the last one that ended OK
   * @param servers all who took one that ended OK
   * @param said the driver's words of the last attempt that failed, without secrets; "" when none
   *     did
   */
  public record Probe(
      Counts counts,
      long lastOkEndNanos,
      long troubleNanos,
      long lateNanos,
      String server,
      Set<String> servers,
      String said) {
    static final Probe NONE =
        new Probe(
            new Counts(0, 0, 0, 0),
            Operation.NEVER,
            Operation.NEVER,
            Operation.NEVER,
            "",
            Set.of(),
            "");
  }
}
