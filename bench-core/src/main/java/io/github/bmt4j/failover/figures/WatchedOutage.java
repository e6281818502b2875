package io.github.bmt4j.failover.figures;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A time of a window in which the application was not served. Times in ms.
 *
 * @param at time of day at which it began
 * @param atMs from the start of the window
 * @param lengthMs from its begin to its end, good moments in it included
 * @param degraded true if it was no outage: writes were fewer, or succeeded and failed in turns
 * @param open true if it had not ended when the window did
 * @param quiet true if nothing failed in it, so that only its length distinguishes it from noise
 * @param writesMs time without an OK write; absent without writers
 * @param readsMs time without an OK read; absent without readers
 * @param connectsMs time without a new connection; absent without connectors
 * @param serverMs part of the outage in which no server took writes, the least if it is open;
 *     absent where unknown
 * @param added part that driver, pool, proxy and names added, so far if it is open; absent where
 *     unknown
 * @param before node of the last write before it, as observers name it, else the server's identity;
 *     "" if unknown
 * @param after likewise of the first write after it; "" if unknown, or if there was none
 * @param spans times without service, for a chart
 * @param errors failed attempts by kind, times from the start of the outage
 * @param writes what became of its writes; absent where the ledger was not read
 */
public record WatchedOutage(
    Instant at,
    double atMs,
    double lengthMs,
    boolean degraded,
    boolean open,
    boolean quiet,
    @Nullable Double writesMs,
    @Nullable Double readsMs,
    @Nullable Double connectsMs,
    @Nullable Double serverMs,
    @Nullable Between added,
    String before,
    String after,
    List<Span> spans,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<ErrorCount> errors,
    @Nullable Fate writes) {
  /**
   * A time without a service.
   *
   * @param fromMs from the start of the window
   * @param toMs likewise
   */
  public record Span(Interrupted what, double fromMs, double toMs) {}

  /**
   * The fate of writes.
   *
   * @param lost acknowledged, and not in the ledger at the end
   * @param duplicates meant once, and more than once in the ledger
   * @param applied of those whose outcome the application never learnt
   * @param notApplied likewise
   */
  public record Fate(long lost, long duplicates, long applied, long notApplied) {
    static final Fate NONE = new Fate(0, 0, 0, 0);

    Fate plus(Fate other) {
      return new Fate(
          lost + other.lost,
          duplicates + other.duplicates,
          applied + other.applied,
          notApplied + other.notApplied);
    }
  }

  /** The time of the service that counts most: of writes, else of reads, else of connections. */
  public double outMs() {
    Double main = writesMs == null ? readsMs : writesMs;
    return main == null ? 0 : main;
  }

  double endMs() {
    return atMs + lengthMs;
  }

  WatchedOutage with(Fate fate) {
    return new WatchedOutage(
        at,
        atMs,
        lengthMs,
        degraded,
        open,
        quiet,
        writesMs,
        readsMs,
        connectsMs,
        serverMs,
        added,
        before,
        after,
        spans,
        errors,
        fate);
  }
}
