package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.figures.FailoverFigures.ClientAdded;
import io.github.bmt4j.failover.figures.Gaps.Gap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The time in which no primary accepted writes, as the observers saw it: the gaps between their
 * writable looks at the old primary, until the new one is first seen writable, and at the new one
 * from then on. So an old primary that returns writable hides nothing. Where a third server took
 * writes of the application too, writable looks at every server count.
 *
 * <p>A gap counts when a look in it was refused or failed, however short it is. Where none was, it
 * counts when it is significant and a look in it took longer than three looks are apart. No looks
 * at all prove nothing.
 */
final class ServerOutage {
  private static final int SLOW_INTERVALS = 3;

  /**
   * A look that found the primary in trouble.
   *
   * @param refused whether it was refused or failed; otherwise it was slow
   */
  private record Doubt(long fromNanos, long toNanos, boolean refused) {
    boolean within(Gap gap) {
      return toNanos > gap.beginNanos() && fromNanos < gap.endNanos();
    }
  }

  private final Evidence evidence;

  /** The servers that took writes of the application from t0 on. */
  private final Set<String> takers;

  /** The one server that took over; absent when it is unknown, and when there were several. */
  private final @Nullable String newPrimary;

  /** Servers that took writes of the application, and that no observer saw. */
  private final List<String> unseen;

  private final long[] writable;
  private final Gaps gaps;
  private final Set<String> newNodes;
  private final List<Doubt> doubts;
  private final List<Gap> trouble;
  private final @Nullable Long intervalNanos;
  private final Optional<Outage> outage;

  ServerOutage(Evidence evidence, Limits limits) {
    this.evidence = evidence;
    this.takers = takers(evidence);
    this.newPrimary = newPrimary();
    this.unseen = takers.stream().filter(taker -> nodesOf(taker).isEmpty()).sorted().toList();
    Long handover = handoverNanos();
    this.newNodes = handover == null ? Set.of() : nodesOf(newPrimary);
    List<NodeObservation> looks = unseen.isEmpty() ? looksAtThePrimary(handover) : List.of();
    this.writable =
        looks.stream()
            .filter(NodeObservation::writable)
            .filter(look -> handover == null || inTurn(look, handover))
            .mapToLong(NodeObservation::endNanos)
            .sorted()
            .toArray();
    // Looks come faster while writes are out.
    Long before =
        medianDistance(
            evidence.observations().stream()
                .filter(look -> look.startNanos() < evidence.t0Nanos())
                .toList());
    this.intervalNanos = before == null ? medianDistance(evidence.observations()) : before;
    long interval = intervalNanos == null ? 0 : intervalNanos;
    this.gaps = new Gaps(writable, interval, evidence, limits);
    this.doubts =
        looks.stream()
            .filter(look -> !look.writable() || isSlow(look, interval))
            .map(look -> doubt(look, handover))
            .toList();
    this.trouble =
        gaps.afterFault().stream()
            .filter(
                gap ->
                    doubts.stream()
                        .filter(doubt -> doubt.within(gap))
                        .anyMatch(
                            doubt ->
                                // With an unknown primary, polls of a lost node always fail.
                                (doubt.refused() && newPrimary != null) || gaps.significant(gap)))
            .toList();
    Predicate<Gap> refused =
        gap -> doubts.stream().anyMatch(doubt -> doubt.refused() && doubt.within(gap));
    // A look that was slow may be this machine's doing: it counts when none was refused.
    boolean anyRefused = trouble.stream().anyMatch(refused);
    Predicate<Gap> struck =
        gap ->
            (anyRefused || evidence.triggered())
                ? refused.test(gap)
                : evidence.strikes(gap.beginNanos(), gap.endNanos(), limits);
    this.outage =
        Outage.of(
            trouble.stream()
                .filter(gap -> gap.nanos() > limits.stallNanos() || struck.test(gap))
                .toList(),
            struck,
            interval,
            evidence,
            limits);
  }

  /** Nothing when the observers saw none, or saw nothing. */
  Optional<Outage> outage() {
    return outage;
  }

  /**
   * How far off the outage may be at each end: by the median distance of two looks at a node, or by
   * more where a look hung there; absent without observers.
   */
  @Nullable Double resolutionMillis() {
    if (intervalNanos == null) {
      return null;
    }
    long unknown = outage.filter(Outage::ended).map(Outage::longest).map(this::unsure).orElse(0L);
    return Millis.of(Math.max(intervalNanos, unknown));
  }

  /** The longer of the two ends of a gap at which the server may have been out, or not. */
  private long unsure(Gap gap) {
    Gap sure = surely(gap);
    return Math.max(sure.beginNanos() - gap.beginNanos(), gap.endNanos() - sure.endNanos());
  }

  /**
   * What driver, pool, names and settings add: the time without writes in which a server took them.
   * The observers know it between two looks: a server was out at most from its last writable look
   * before to its first one after, and at least while looks were refused or had no answer.
   */
  Optional<ClientAdded> clientAdded(Optional<Outage> writes) {
    return writes.flatMap(
        write -> {
          if (outage.isEmpty() || outage.get().parts().stream().noneMatch(write::overlaps)) {
            return sawNone(write)
                ? Optional.of(added(write, List.of(), List.of()))
                : Optional.empty();
          }
          return outage
              .filter(Outage::settled)
              .map(
                  server ->
                      added(write, trouble, server.parts().stream().map(this::surely).toList()));
        });
  }

  private static ClientAdded added(Outage write, List<Gap> possible, List<Gap> sure) {
    return new ClientAdded(
        Millis.of(write.nanosOutside(possible)), Millis.of(write.nanosOutside(sure)));
  }

  /** The part of a gap in which the server was surely out: from its first look in trouble on. */
  private Gap surely(Gap gap) {
    if (newPrimary == null && evidence.newPrimary() != null) {
      return surelyAll(gap);
    }
    long begin = gap.endNanos();
    long end = gap.beginNanos();
    for (Doubt doubt : doubts) {
      if (doubt.within(gap)) {
        begin = Math.min(begin, Math.max(doubt.fromNanos(), gap.beginNanos()));
        end = Math.max(end, doubt.refused() ? doubt.fromNanos() : doubt.toNanos());
      }
    }
    for (NodeObservation look : evidence.observations()) {
      // Until then the new primary was a replica.
      if (begin < look.startNanos()
          && look.startNanos() < gap.endNanos()
          && look.readOnly()
          && newNodes.contains(look.node())) {
        end = Math.max(end, look.startNanos());
      }
    }
    return new Gap(begin, Math.max(begin, Math.min(end, gap.endNanos())), true);
  }

  /** The part of a gap in which every server that took writes was surely out, read-only or slow. */
  private Gap surelyAll(Gap gap) {
    Set<String> nodes = nodesOf(evidence.oldPrimary());
    takers.forEach(taker -> nodes.addAll(nodesOf(taker)));
    long interval = Objects.requireNonNullElse(intervalNanos, 0L);
    long begin = gap.beginNanos();
    long end = gap.endNanos();
    for (String node : nodes) {
      long first = gap.endNanos();
      long last = gap.beginNanos();
      for (NodeObservation look : evidence.observations()) {
        boolean slow = look.writable() && isSlow(look, interval);
        if (look.node().equals(node)
            && (slow || !look.writable())
            && look.endNanos() > gap.beginNanos()
            && look.startNanos() < gap.endNanos()) {
          first = Math.min(first, look.startNanos());
          last = Math.max(last, slow ? look.endNanos() : look.startNanos());
        }
      }
      begin = Math.max(begin, first);
      end = Math.min(end, last);
    }
    return new Gap(begin, Math.max(begin, end), true);
  }

  private boolean sawNone(Outage write) {
    return writable.length > 0
        && writable[0] <= write.beginNanos()
        && longestStallNanos(write).isEmpty();
  }

  /**
   * Why the client-added outage is unknown: the observers did not look at a server that took
   * writes; or they saw no outage of the server and yet committed nothing for a part of the write
   * outage, which on a busy machine is often the machine.
   */
  Optional<String> unknown(Optional<Outage> writes) {
    if (!unseen.isEmpty() && !evidence.observations().isEmpty()) {
      return Optional.of(
          "server outage and client-added outage are unknown: no observer polled "
              + String.join(", ", unseen)
              + ", which took writes; name every node with --node");
    }
    if (writes.isEmpty() || !writes.get().settled() || clientAdded(writes).isPresent()) {
      return Optional.empty();
    }
    OptionalLong stall = longestStallNanos(writes.get());
    return outage.isPresent() || stall.isEmpty()
        ? Optional.empty()
        : Optional.of(
            words(
                "client-added outage is unknown: no server refused the observers, but for up to"
                    + " %,.1f ms of the write outage none of their writes came back",
                Millis.of(stall.getAsLong())));
  }

  /** The longest time in the write outage for which no observer's write came back. */
  private OptionalLong longestStallNanos(Outage write) {
    return gaps.afterFault().stream()
        .filter(gaps::significant)
        .filter(write::overlaps)
        .mapToLong(Gap::nanos)
        .max();
  }

  private static Set<String> takers(Evidence evidence) {
    Set<String> takers = new HashSet<>();
    for (Operation write : evidence.client().operations()) {
      if (write.probe() == ProbeKind.WRITER
          && write.ok()
          && write.endNanos() >= evidence.t0Nanos()
          && !write.server().isEmpty()) {
        takers.add(write.server());
      }
    }
    return takers;
  }

  private @Nullable String newPrimary() {
    String last = evidence.newPrimary();
    return takers.stream()
            .allMatch(taker -> taker.equals(evidence.oldPrimary()) || taker.equals(last))
        ? last
        : null;
  }

  private @Nullable Long handoverNanos() {
    return newPrimary == null || !evidence.primaryChanged()
        ? null
        : Evidence.firstWritable(evidence.observations(), newPrimary, evidence.t0Nanos());
  }

  /**
   * Looks that began at the old primary before the new one was writable, and those at the new one
   * from then on.
   */
  private List<NodeObservation> looksAtThePrimary(@Nullable Long handover) {
    Set<String> oldNodes = nodesOf(evidence.oldPrimary());
    return evidence.observations().stream()
        .filter(
            look ->
                (oldNodes.contains(look.node())
                        && (handover == null || look.startNanos() < handover))
                    || (handover != null
                        && newNodes.contains(look.node())
                        && look.endNanos() >= handover)
                    || (newPrimary == null && look.writable()))
        .toList();
  }

  /** A look at the old primary that ended after the new one was writable says nothing of it. */
  private boolean inTurn(NodeObservation look, long handover) {
    return look.endNanos() < handover || !look.server().equals(evidence.oldPrimary());
  }

  private Set<String> nodesOf(@Nullable String server) {
    Set<String> nodes = new HashSet<>();
    for (NodeObservation look : evidence.observations()) {
      if (look.server().equals(server)) {
        nodes.add(look.node());
      }
    }
    return nodes;
  }

  /** A look at the old primary tells nothing beyond the moment at which the new one took over. */
  private static Doubt doubt(NodeObservation look, @Nullable Long handover) {
    long until =
        handover != null && look.startNanos() < handover
            ? Math.min(look.endNanos(), handover)
            : look.endNanos();
    return new Doubt(look.startNanos(), until, !look.writable());
  }

  private static boolean isSlow(NodeObservation look, long intervalNanos) {
    return nanos(look) > SLOW_INTERVALS * intervalNanos;
  }

  private static long nanos(NodeObservation look) {
    return look.endNanos() - look.startNanos();
  }

  private static @Nullable Long medianDistance(List<NodeObservation> observations) {
    Map<String, List<Long>> starts = new HashMap<>();
    for (NodeObservation look : observations) {
      starts.computeIfAbsent(look.node(), node -> new ArrayList<>()).add(look.startNanos());
    }
    List<Long> distances = new ArrayList<>();
    for (List<Long> node : starts.values()) {
      node.sort(null);
      for (int i = 1; i < node.size(); i++) {
        distances.add(node.get(i) - node.get(i - 1));
      }
    }
    distances.sort(null);
    return distances.isEmpty() ? null : distances.get(distances.size() / 2);
  }
}
