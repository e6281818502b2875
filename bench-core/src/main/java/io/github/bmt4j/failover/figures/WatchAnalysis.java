package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.SignificantGaps.Gap;
import io.github.bmt4j.failover.figures.WatchedOutage.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The outages of a troubled time of a window, with some good time before it. Each is a gap between
 * OK writes; gaps of reads and connections belong to that which they overlap most. Gaps become one
 * outage only where the time between them did not go well.
 */
final class WatchAnalysis {
  /** Two gaps that are fewer intervals apart are one outage. */
  private static final int APART_INTERVALS = 5;

  /** From this number of gaps on, failures between them make them one brown-out. */
  private static final int FLAPPING = 3;

  /** After the client's pauses threads may wake later, by as much in all. */
  private static final long LATEST_WAKING_NANOS = 300_000_000;

  /** More gaps of an outage are one span of a chart. */
  private static final int MOST_SPANS = 10;

  /** Share of the writes between gaps that must have gone well for the gaps to be outages. */
  private static final double WELL = 0.9;

  private final Evidence evidence;
  private final Limits limits;
  private final Map<ProbeKind, Noise> noises;
  private final Operations operations;
  private final ProbeKind main;

  /** Gaps that are one outage. */
  private static final class Spell {
    final Map<ProbeKind, List<Gap>> gaps = new EnumMap<>(ProbeKind.class);
    final boolean degraded;
    final Gap time;

    Spell(ProbeKind probe, List<Gap> own, Gap time, boolean degraded) {
      gaps.put(probe, own);
      this.time = time;
      this.degraded = degraded;
    }

    List<Gap> of(ProbeKind probe) {
      return gaps.getOrDefault(probe, List.of());
    }

    boolean takes(ProbeKind probe, Gap gap) {
      boolean own = gap.overlaps(time);
      if (own) {
        gaps.computeIfAbsent(probe, none -> new ArrayList<>()).add(gap);
      }
      return own;
    }
  }

  /**
   * @param evidence with t0 at the start of the trouble
   * @param noises of the probes that ran
   */
  WatchAnalysis(Evidence evidence, Limits limits, Map<ProbeKind, Noise> noises) {
    this.evidence = evidence;
    this.limits = limits;
    this.noises = noises;
    this.operations = new Operations(evidence.client(), evidence.endNanos() - limits.stallNanos());
    this.main = evidence.ran(ProbeKind.WRITER) ? ProbeKind.WRITER : ProbeKind.READER;
  }

  /**
   * The outages, in their order.
   *
   * @param originNanos begin of the window
   * @param wall time of day of a moment of the run's clock
   */
  List<WatchedOutage> outages(long originNanos, LongFunction<Instant> wall) {
    List<Spell> spells = new ArrayList<>();
    for (ProbeKind probe : noises.keySet()) {
      List<Gap> gaps = counted(probe);
      if (probe == main) {
        spells.addAll(spells(gaps));
      } else {
        gaps.forEach(gap -> attach(spells, probe, gap));
      }
    }
    spells.sort(Comparator.comparingLong(spell -> spell.time.beginNanos()));
    List<WatchedOutage> outages = new ArrayList<>();
    for (int i = 0; i < spells.size(); i++) {
      long until =
          i + 1 == spells.size() ? evidence.endNanos() : spells.get(i + 1).time.beginNanos();
      outages.add(outage(spells.get(i), until, originNanos, wall));
    }
    return outages;
  }

  private void attach(List<Spell> spells, ProbeKind probe, Gap gap) {
    boolean taken =
        spells.stream()
            .max(Comparator.comparingLong(spell -> spell.time.commonNanos(gap)))
            .filter(spell -> spell.takes(probe, gap))
            .isPresent();
    if (!taken) {
      spells.add(new Spell(probe, new ArrayList<>(List.of(gap)), gap, false));
    }
  }

  private List<Gap> counted(ProbeKind probe) {
    Noise noise = noises.get(probe);
    if (noise == null) {
      return List.of();
    }
    long[] ends =
        Arrays.stream(operations.okEnds(probe))
            .filter(at -> at >= evidence.fromNanos() && at <= evidence.endNanos())
            .toArray();
    List<Gap> gaps = new ArrayList<>();
    long last = evidence.fromNanos();
    for (long end : ends) {
      gaps.add(new Gap(last, end, true));
      last = end;
    }
    gaps.add(new Gap(last, evidence.endNanos(), false));
    return gaps.stream()
        .filter(gap -> gap.endNanos() > evidence.t0Nanos())
        .filter(gap -> ownNanos(gap) > noise.shortestNanos())
        .filter(
            gap ->
                operations.explain(probe, gap)
                    || noise.isExceededBy(ownNanos(gap) - afterPauses(gap)))
        .toList();
  }

  /** Its length without the time for which the client itself stood still. */
  private long ownNanos(Gap gap) {
    return gap.nanos() - pausedNanos(gap);
  }

  /** Time for which the client's pauses may have delayed its threads after their end. */
  private long afterPauses(Gap gap) {
    return Math.min(2 * pausedNanos(gap), LATEST_WAKING_NANOS);
  }

  private long pausedNanos(Gap gap) {
    return evidence.client().pausedNanos(gap.beginNanos(), gap.endNanos());
  }

  /** Joins gaps of the main probe that are one outage, and finds the times of fewer writes. */
  private List<Spell> spells(List<Gap> gaps) {
    List<Gap> low =
        main == ProbeKind.WRITER ? new Recovery(operations, evidence, limits).degraded(gaps) : gaps;
    List<Gap> fewer = new ArrayList<>();
    for (Gap time : low) {
      List<Gap> near = near(time, gaps);
      boolean turns = near.size() >= FLAPPING && !wentWellBetween(near);
      if (turns || (time.nanos() > limits.stallNanos() && near.isEmpty())) {
        List<Gap> all = new ArrayList<>(near);
        all.add(time);
        int last = fewer.size() - 1;
        if (last >= 0 && !near(time, List.of(fewer.get(last))).isEmpty()) {
          all.add(fewer.remove(last));
        }
        fewer.add(whole(all));
      }
    }
    List<Gap> single = new ArrayList<>(gaps);
    List<Spell> spells = new ArrayList<>();
    for (Gap time : fewer) {
      List<Gap> own = gaps.stream().filter(time::overlaps).toList();
      spells.add(new Spell(main, own, time, true));
      single.removeAll(own);
    }
    spells.addAll(joined(single));
    return spells;
  }

  /** Those that overlap a time, or are at most the stall limit away from it. */
  private List<Gap> near(Gap time, List<Gap> gaps) {
    long around = limits.stallNanos();
    Gap wide = new Gap(time.beginNanos() - around, time.endNanos() + around, true);
    return gaps.stream().filter(wide::overlaps).toList();
  }

  private List<Spell> joined(List<Gap> gaps) {
    List<Spell> spells = new ArrayList<>();
    List<Gap> own = new ArrayList<>();
    for (int i = 0; i < gaps.size(); i++) {
      Gap gap = gaps.get(i);
      own.add(gap);
      boolean more =
          i + 1 < gaps.size()
              && gaps.get(i + 1).beginNanos() - gap.endNanos()
                  < APART_INTERVALS * evidence.intervalNanos(main);
      if (!more) {
        spells.add(new Spell(main, List.copyOf(own), whole(own), false));
        own.clear();
      }
    }
    return spells;
  }

  private boolean wentWellBetween(List<Gap> gaps) {
    List<Operation> due =
        operations.of(main).stream()
            .filter(
                one ->
                    one.intendedNanos() > gaps.get(0).endNanos()
                        && one.intendedNanos() < gaps.get(gaps.size() - 1).beginNanos()
                        && gaps.stream().noneMatch(gap -> gap.holds(one.intendedNanos())))
            .toList();
    long well =
        due.stream().filter(one -> one.ok() && one.responseNanos() <= limits.stallNanos()).count();
    return well >= WELL * due.size();
  }

  private WatchedOutage outage(
      Spell spell, long untilNanos, long originNanos, LongFunction<Instant> wall) {
    Evidence part = part(spell.time, untilNanos);
    ServerOutage server = new ServerOutage(part, serverLimits());
    Between added = added(spell.of(main), server);
    double out = millis(spell.of(main));
    List<Span> spans = new ArrayList<>();
    spans(Interrupted.WRITES, spell.of(ProbeKind.WRITER), originNanos, spans);
    spans(Interrupted.READS, spell.of(ProbeKind.READER), originNanos, spans);
    spans(Interrupted.CONNECTS, spell.of(ProbeKind.CONNECTOR), originNanos, spans);
    spans(
        Interrupted.SERVERS,
        server.gaps().stream().filter(spell.time::overlaps).toList(),
        originNanos,
        spans);
    boolean open = isOpen(spell.of(main));
    Double middle = added == null ? null : open ? (Double) added.toMs() : added.middleMs(out);
    String after = part.primaries().newPrimary();
    return new WatchedOutage(
        wall.apply(spell.time.beginNanos()),
        Millis.of(spell.time.beginNanos() - originNanos),
        Millis.of(spell.time.nanos()),
        spell.degraded,
        !spell.time.closed(),
        spell.gaps.entrySet().stream()
            .noneMatch(
                gaps ->
                    gaps.getValue().stream()
                        .anyMatch(gap -> operations.explain(gaps.getKey(), gap))),
        millis(ProbeKind.WRITER, spell),
        millis(ProbeKind.READER, spell),
        millis(ProbeKind.CONNECTOR, spell),
        middle == null ? null : (Double) Millis.rounded(out - middle),
        added,
        node(part.primaries().oldPrimary()),
        after == null ? "" : node(after),
        spans,
        Errors.of(part),
        null);
  }

  /** The name of the one node with an identity; the identity where observers saw no such node. */
  private String node(String server) {
    Set<String> nodes = server.isEmpty() ? Set.of() : evidence.nodesOf(server);
    return nodes.size() == 1 ? nodes.iterator().next() : server;
  }

  /** A stall of all nodes that is longer than noise is an outage of theirs. */
  private Limits serverLimits() {
    Noise noise = noises.get(main);
    return new Limits(
        noise == null ? limits.stallNanos() : noise.limitNanos(),
        limits.settleNanos(),
        limits.sustainedNanos(),
        limits.aftermathNanos(),
        limits.share(),
        limits.hungNanos());
  }

  private static double millis(List<Gap> gaps) {
    return Millis.of(gaps.stream().mapToLong(Gap::nanos).sum());
  }

  private @Nullable Double millis(ProbeKind probe, Spell spell) {
    return evidence.ran(probe) ? (Double) millis(spell.of(probe)) : null;
  }

  private static void spans(Interrupted what, List<Gap> gaps, long originNanos, List<Span> spans) {
    for (Gap gap : gaps.size() > MOST_SPANS ? List.of(whole(gaps)) : gaps) {
      spans.add(
          new Span(
              what,
              Millis.of(gap.beginNanos() - originNanos),
              Millis.of(gap.endNanos() - originNanos)));
    }
  }

  /** The time from the first begin to the last end of gaps. */
  private static Gap whole(List<Gap> gaps) {
    Gap last = Collections.max(gaps, Comparator.comparingLong(Gap::endNanos));
    return new Gap(
        gaps.stream().mapToLong(Gap::beginNanos).min().orElse(last.beginNanos()),
        last.endNanos(),
        last.closed());
  }

  private static boolean isOpen(List<Gap> gaps) {
    return gaps.stream().anyMatch(gap -> !gap.closed());
  }

  /** Until an outage ends, observers may not have seen yet that servers are out. */
  private @Nullable Between added(List<Gap> gaps, ServerOutage server) {
    List<Between> each = gaps.stream().map(server::clientAdded).flatMap(Optional::stream).toList();
    double unseen = isOpen(gaps) ? Millis.of(limits.stallNanos()) : 0;
    double least = Math.max(0, each.stream().mapToDouble(Between::fromMs).sum() - unseen);
    double most = each.stream().mapToDouble(Between::toMs).sum();
    boolean anything = unseen > 0 && least == 0 && most > millis(gaps) - 1;
    return gaps.isEmpty() || anything || each.size() < gaps.size()
        ? null
        : new Between(Millis.rounded(least), Millis.rounded(most));
  }

  /** The evidence of one outage, as that of a fault at its begin. */
  private Evidence part(Gap time, long untilNanos) {
    List<Operation> served = operations.of(main).stream().filter(Operation::ok).toList();
    Comparator<Operation> byEnd = Comparator.comparingLong(Operation::endNanos);
    String before =
        served.stream()
            .filter(one -> one.endNanos() <= time.beginNanos())
            .max(byEnd)
            .map(Operation::server)
            .orElse("");
    String after =
        served.stream()
            .filter(one -> time.closed() && one.endNanos() >= time.endNanos())
            .min(byEnd)
            .map(Operation::server)
            .orElse(null);
    return new Evidence(
        time.beginNanos(),
        evidence.fromNanos(),
        untilNanos,
        new Evidence.Primaries(
            before,
            after,
            after == null || after.equals(before)
                ? null
                : Evidence.firstWritable(
                    evidence.servers().observations(), after, time.beginNanos())),
        new ClientLog(
            evidence.client().operations().stream()
                .filter(
                    one ->
                        one.endNanos() <= untilNanos
                            && (one.ok() || one.endNanos() >= time.beginNanos()))
                .toList(),
            List.of(),
            evidence.client().pauses()),
        new Evidence.Servers(
            evidence.servers().observations().stream()
                .filter(look -> look.endNanos() <= untilNanos)
                .toList(),
            List.of(),
            List.of()),
        List.of(),
        evidence.way(),
        evidence.ratesPerSecond());
  }
}
