package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.failover.figures.SignificantGaps.Gap;
import io.github.bmt4j.failover.figures.WatchFigures.Count;
import io.github.bmt4j.failover.figures.WatchFigures.Standstill;
import io.github.bmt4j.outcome.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A window in which an application is watched: takes what was recorded as it comes, and finds the
 * outages. It keeps the operations of a quarter of a minute and of the trouble at hand; of all
 * others a bit for each write, and a histogram of gaps. One thread.
 */
public final class WatchedWindow {
  /** Good time before a trouble with which it is compared. */
  private static final long BEFORE_NANOS = 15_000_000_000L;

  /** An operation may be recorded so long after its end. */
  private static final long LATE_NANOS = 100_000_000;

  /** A trouble that does not end is divided after so long. */
  private static final long LONGEST_NANOS = 15 * 60_000_000_000L;

  /** More operations of a trouble are not kept: those in its middle are only counted. */
  private static final int MOST_OPERATIONS = 50_000;

  /** Pauses of the client that are worth a line; shorter ones count where they touch a gap. */
  private static final long PAUSE_NANOS = 500_000_000;

  private static final int MOST_PAUSES = 1_000;

  private final long originNanos;
  private final Limits limits;
  private final Map<ProbeKind, Double> rates;
  private final LongFunction<Instant> wall;
  private final Supplier<List<NodeObservation>> looks;
  private final Map<ProbeKind, Track> tracks = new EnumMap<>(ProbeKind.class);
  private final Map<ProbeKind, Noise> noises = new EnumMap<>(ProbeKind.class);
  private final LedgerBook book;
  private final RoleBook roles;
  private final List<Pause> pauses = new ArrayList<>();
  private final List<Pause> longPauses = new ArrayList<>();
  private final List<WatchedOutage> ended = new ArrayList<>();
  private List<Operation> operations = new ArrayList<>();
  private @Nullable Gap trouble;
  private long cleanNanos;
  private long endNanos;

  private static final class Track {
    final List<Long> ends = new ArrayList<>();
    long lastNanos;
    long ok;
    long failed;
    long unknown;
    long unserved;

    void count(Operation one) {
      ok += one.ok() ? 1 : 0;
      failed += one.outcome() == Outcome.FAILED ? 1 : 0;
      unknown += one.outcome() == Outcome.UNKNOWN ? 1 : 0;
      unserved += one.outcome() == null ? 1 : 0;
    }
  }

  /**
   * Begins a window.
   *
   * @param rates arrivals a second of each probe that runs
   * @param wall time of day of a moment of the run's clock
   * @param looks what observers have seen since {@link #neededSince}
   */
  public WatchedWindow(
      long originNanos,
      Limits limits,
      Map<ProbeKind, Double> rates,
      LongFunction<Instant> wall,
      Supplier<List<NodeObservation>> looks) {
    this.originNanos = originNanos;
    this.limits = limits;
    this.rates = Map.copyOf(rates);
    this.wall = wall;
    this.looks = looks;
    this.cleanNanos = originNanos;
    this.endNanos = originNanos;
    rates.forEach(
        (probe, rate) -> {
          if (rate > 0) {
            Track track = new Track();
            track.lastNanos = originNanos;
            tracks.put(probe, track);
            noises.put(probe, new Noise(Math.round(1e9 / rate)));
          }
        });
    this.roles = new RoleBook(originNanos, wall);
    this.book = new LedgerBook(1e9 / rates.getOrDefault(ProbeKind.WRITER, 1.0));
  }

  /**
   * Takes recorded operations and pauses.
   *
   * @param log everything that ended since the last time
   * @param nowNanos moment up to which it is complete
   * @return the outages that are over now
   */
  public List<WatchedOutage> add(ClientLog log, long nowNanos) {
    endNanos = nowNanos;
    pauses.addAll(log.pauses());
    log.pauses().stream()
        .filter(pause -> pause.nanos() >= PAUSE_NANOS && longPauses.size() < MOST_PAUSES)
        .filter(
            pause ->
                longPauses.stream()
                    .noneMatch(
                        known ->
                            known.endNanos() > pause.startNanos()
                                && known.startNanos() < pause.endNanos()))
        .forEach(longPauses::add);
    log.operations().forEach(this::add);
    roles.add(looks.get());
    tracks.forEach((probe, track) -> gaps(track, noise(probe), nowNanos));
    Gap now = trouble;
    List<WatchedOutage> found = List.of();
    if (now != null && isOver(now)) {
      // What begins later is trouble to come: its end may be recorded, but not yet looked at.
      double end = Millis.of(now.endNanos() - originNanos);
      found = analysed().stream().filter(one -> one.atMs() < end).toList();
      ended.addAll(found);
      cleanNanos = now.endNanos();
      trouble = null;
    }
    forget();
    return found;
  }

  private boolean isOver(Gap time) {
    return endNanos - time.endNanos() >= limits.settleNanos()
        || (endNanos - time.beginNanos() > LONGEST_NANOS && outSinceNanos() == null);
  }

  private Noise noise(ProbeKind probe) {
    Noise noise = noises.get(probe);
    if (noise == null) {
      throw new IllegalArgumentException(probe.word());
    }
    return noise;
  }

  private void add(Operation one) {
    Track track = tracks.get(one.probe());
    if (track == null) {
      return;
    }
    operations.add(one);
    if (one.last()) {
      track.count(one);
    }
    if (one.probe() == ProbeKind.WRITER) {
      book.add(one);
    }
    if (one.ok()) {
      track.ends.add(one.endNanos());
    }
    long end = one.endNanos();
    if (end != Operation.NEVER && (!one.ok() || one.responseNanos() > limits.stallNanos())) {
      trouble(Math.min(end, track.lastNanos), end);
    }
  }

  /** Looks at the gaps of a probe, up to a moment from which on an end may still be recorded. */
  private void gaps(Track track, Noise noise, long nowNanos) {
    track.ends.sort(null);
    while (!track.ends.isEmpty() && track.ends.get(0) <= nowNanos - LATE_NANOS) {
      long end = track.ends.remove(0);
      long gap = end - track.lastNanos;
      if (noise.isExceededBy(gap)) {
        trouble(track.lastNanos, end);
      } else if (trouble == null) {
        noise.add(gap);
      }
      track.lastNanos = Math.max(track.lastNanos, end);
    }
    // Of the latest ends only the first can end a gap that counts: they are within LATE_NANOS.
    long next = track.ends.isEmpty() ? nowNanos : Math.min(track.ends.get(0), nowNanos);
    if (noise.isExceededBy(next - track.lastNanos)) {
      trouble(track.lastNanos, next);
    }
  }

  private static long lastNanos(Track track) {
    return track.ends.isEmpty() ? track.lastNanos : track.ends.get(track.ends.size() - 1);
  }

  private void trouble(long beginNanos, long end) {
    Gap known = trouble;
    trouble =
        known == null
            ? new Gap(Math.max(beginNanos, cleanNanos), end, true)
            : new Gap(
                Math.min(known.beginNanos(), Math.max(beginNanos, cleanNanos)),
                Math.max(known.endNanos(), end),
                true);
  }

  /** Start of the time without an OK operation of the main probe; absent while it is served. */
  public @Nullable Long outSinceNanos() {
    Map.Entry<ProbeKind, Track> main = tracks.entrySet().iterator().next();
    long last = lastNanos(main.getValue());
    return noise(main.getKey()).isExceededBy(endNanos - last) ? (Long) last : null;
  }

  /** Returns true if something is wrong, or was a short time ago. */
  public boolean isTroubled() {
    return trouble != null;
  }

  /** Start of the period that must still be known, on the run's clock. */
  public long neededSince() {
    long since = trouble == null ? endNanos : trouble.beginNanos();
    return Math.max(originNanos, since - BEFORE_NANOS);
  }

  private void forget() {
    long since = neededSince();
    operations.removeIf(one -> one.endNanos() != Operation.NEVER && one.endNanos() < since);
    pauses.removeIf(pause -> pause.endNanos() < since);
    if (operations.size() > MOST_OPERATIONS) {
      List<Operation> some = new ArrayList<>(operations.subList(0, MOST_OPERATIONS / 3));
      some.addAll(operations.subList(operations.size() - MOST_OPERATIONS / 3, operations.size()));
      operations = some;
    }
  }

  /** Operations of a time, for a file. */
  public List<Operation> operations(long fromNanos, long toNanos) {
    return operations.stream()
        .filter(one -> one.endNanos() >= fromNanos && one.intendedNanos() <= toNanos)
        .toList();
  }

  private List<WatchedOutage> analysed() {
    Gap now = trouble;
    if (now == null) {
      return List.of();
    }
    Evidence evidence =
        new Evidence(
            now.beginNanos(),
            Math.max(cleanNanos, neededSince()),
            endNanos,
            new Evidence.Primaries("", null, null),
            new ClientLog(operations, List.of(), pauses),
            new Evidence.Servers(looks.get(), List.of(), List.of()),
            List.of(),
            new Evidence.Way(false, false),
            rates);
    return new WatchAnalysis(evidence, limits, noises).outages(originNanos, wall);
  }

  /**
   * The figures so far, with the trouble at hand.
   *
   * @param ledger of the server that is primary at the end; absent where it was not read
   */
  public WatchFigures figures(@Nullable LedgerCopy ledger) {
    List<WatchedOutage> outages = new ArrayList<>(ended);
    outages.addAll(analysed());
    // The limit follows the window: what it does not exceed any more was noise.
    outages.removeIf(one -> one.quiet() && !one.degraded() && isNoise(one));
    LedgerBook.Audit audit = ledger == null ? null : book.new Audit(ledger.rows());
    if (audit != null) {
      long from = Long.MIN_VALUE / 2;
      for (int i = 0; i < outages.size(); i++) {
        WatchedOutage one = outages.get(i);
        boolean last = i + 1 == outages.size();
        long to = last ? Long.MAX_VALUE / 2 : originNanos + Math.round(1e6 * one.endMs());
        outages.set(i, one.with(audit.fate(from, to)));
        from = to;
      }
    }
    Map<String, Count> counts = new LinkedHashMap<>();
    Map<String, Double> noiseMs = new LinkedHashMap<>();
    tracks.forEach(
        (probe, track) -> {
          counts.put(
              probe.word(), new Count(track.ok, track.failed, track.unknown, track.unserved));
          noiseMs.put(probe.word(), Millis.of(noise(probe).limitNanos()));
        });
    return new WatchFigures(
        wall.apply(originNanos),
        Millis.of(endNanos - originNanos),
        outages,
        counts,
        noiseMs,
        longPauses.stream()
            .map(
                pause ->
                    new Standstill(
                        wall.apply(pause.startNanos()),
                        Millis.of(pause.startNanos() - originNanos),
                        Millis.of(pause.nanos())))
            .toList(),
        !looks.get().isEmpty(),
        roles.changes(),
        roles.writable(),
        audit == null ? null : audit.fate(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2),
        Stuck.of(operations, endNanos, limits.hungNanos()));
  }

  private boolean isNoise(WatchedOutage one) {
    return isNoise(ProbeKind.WRITER, one.writesMs())
        && isNoise(ProbeKind.READER, one.readsMs())
        && isNoise(ProbeKind.CONNECTOR, one.connectsMs());
  }

  private boolean isNoise(ProbeKind probe, @Nullable Double millis) {
    return millis == null || millis <= Millis.of(noise(probe).limitNanos());
  }
}
