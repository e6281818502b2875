package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.FailoverFigures.Misrouted;
import io.github.bmt4j.outcome.Failure;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Operations from t0 on that reached a server of the wrong role. */
record WrongServers(Operations operations, Evidence evidence, Limits limits) {

  @Nullable Misrouted misrouted() {
    boolean judgesReads =
        evidence.way().routesReads()
            && evidence.ran(ProbeKind.READER)
            && !evidence.servers().observations().isEmpty();
    if (!evidence.ran(ProbeKind.WRITER) && !judgesReads) {
      return null;
    }
    long[] writes =
        evidence.client().operations().stream()
            .filter(
                attempt ->
                    attempt.probe() == ProbeKind.WRITER
                        && Failure.saysReadOnly(attempt.code())
                        && attempt.endNanos() >= evidence.t0Nanos())
            .mapToLong(Operation::endNanos)
            .sorted()
            .toArray();
    long[] reads = judgesReads ? readsOnThePrimary() : new long[0];
    return new Misrouted(
        writes.length, judgesReads ? (Long) (long) reads.length : null, span(writes), span(reads));
  }

  /**
   * Acknowledged writes of the old primary that ended when the new one was writable; they may have
   * waited for a connection before. Absent if the primary stayed the same, or if the time of its
   * change is unknown; also if there were none, but the old primary was back and the observation
   * ended while such writes could still come.
   */
  @Nullable Long splitBrainWrites() {
    Long promoted = evidence.primaries().promotedNanos();
    if (promoted == null || !evidence.primaryChanged() || !evidence.ran(ProbeKind.WRITER)) {
      return null;
    }
    long writes =
        operations.of(ProbeKind.WRITER).stream()
            .filter(
                write ->
                    write.ok()
                        && write.server().equals(evidence.primaries().oldPrimary())
                        && write.endNanos() > promoted)
            .count();
    boolean over =
        evidence.timeline().stream()
            .filter(event -> event.kind() == TimelineEvent.Kind.RETURNED)
            .allMatch(event -> wasWatchedSince(event.atNanos()));
    return writes > 0 || (over && !mayStillCome(promoted)) ? (Long) writes : null;
  }

  /** Acknowledged writes between two polls that both found their server read-only. */
  @Nullable Long writesPastReadOnly() {
    if (evidence.servers().observations().isEmpty() || !evidence.ran(ProbeKind.WRITER)) {
      return null;
    }
    Map<String, TreeMap<Long, NodeObservation>> looks =
        byEnd(NodeObservation::server, NodeObservation::reachable);
    return operations.of(ProbeKind.WRITER).stream()
        .filter(write -> write.ok() && write.endNanos() >= evidence.t0Nanos())
        .filter(
            write -> {
              TreeMap<Long, NodeObservation> ofServer =
                  looks.getOrDefault(write.server(), new TreeMap<>());
              return isReadOnly(ofServer.lowerEntry(write.startNanos()))
                  && isReadOnly(ofServer.higherEntry(write.endNanos()));
            })
        .count();
  }

  /** Looks by what they have in common, each by its end. */
  private Map<String, TreeMap<Long, NodeObservation>> byEnd(
      Function<NodeObservation, String> key, Predicate<NodeObservation> which) {
    return evidence.servers().observations().stream()
        .filter(which)
        .collect(
            Collectors.groupingBy(
                key,
                Collectors.toMap(
                    NodeObservation::endNanos, Function.identity(), (a, b) -> b, TreeMap::new)));
  }

  private static boolean isReadOnly(Map.@Nullable Entry<Long, NodeObservation> look) {
    return look != null && look.getValue().readOnly();
  }

  /**
   * Reads on the promoted server that saw an older ledger than a read that had ended before they
   * began: time travel. Absent if the primary stayed the same, or if the time of its change is
   * unknown.
   */
  @Nullable Long staleReads() {
    Long promoted = evidence.primaries().promotedNanos();
    if (promoted == null || !evidence.primaryChanged() || !evidence.ran(ProbeKind.READER)) {
      return null;
    }
    List<Operation> reads = operations.of(ProbeKind.READER).stream().filter(Operation::ok).toList();
    List<Operation> byEnd =
        reads.stream().sorted(Comparator.comparingLong(Operation::endNanos)).toList();
    List<Operation> byStart =
        reads.stream().sorted(Comparator.comparingLong(Operation::startNanos)).toList();
    long stale = 0;
    long newest = Operation.NEVER;
    int ended = 0;
    for (Operation read : byStart) {
      while (ended < byEnd.size() && byEnd.get(ended).endNanos() < read.startNanos()) {
        newest = Math.max(newest, byEnd.get(ended).newest());
        ended++;
      }
      if (read.server().equals(evidence.primaries().newPrimary())
          && read.endNanos() > promoted
          && read.newest() < newest) {
        stale++;
      }
    }
    return stale;
  }

  private boolean wasWatchedSince(long nanos) {
    return nanos + limits.aftermathNanos() <= evidence.endNanos();
  }

  /** True if the old primary takes writes at the end, but was not observed for long enough. */
  private boolean mayStillCome(long promotedNanos) {
    Set<String> nodes = evidence.nodesOf(evidence.primaries().oldPrimary());
    Long since = null;
    for (NodeObservation look : evidence.servers().observations()) {
      if (look.endNanos() > promotedNanos && nodes.contains(look.node())) {
        since = !look.writable() ? null : since == null ? (Long) look.startNanos() : since;
      }
    }
    return since == null
        ? evidence.servers().takeWrites().contains(evidence.primaries().oldPrimary())
        : !wasWatchedSince(since);
  }

  @Nullable Long takersAtEnd() {
    return evidence.servers().takeWrites().isEmpty() || evidence.takersBefore() > 1
        ? null
        : (Long) (long) evidence.servers().takeWrites().size();
  }

  private long[] readsOnThePrimary() {
    Map<String, TreeMap<Long, NodeObservation>> looks = byEnd(NodeObservation::node, look -> true);
    return operations.of(ProbeKind.READER).stream()
        .filter(
            read ->
                read.ok()
                    && read.startNanos() >= evidence.t0Nanos()
                    && read.server().equals(primaryAt(read.startNanos()))
                    && replicaUp(read.startNanos(), looks))
        .mapToLong(Operation::endNanos)
        .sorted()
        .toArray();
  }

  private String primaryAt(long nanos) {
    String newPrimary = evidence.primaries().newPrimary();
    Long promoted = evidence.primaries().promotedNanos();
    return newPrimary != null && promoted != null && nanos > promoted
        ? newPrimary
        : evidence.primaries().oldPrimary();
  }

  /** Returns true if the last look at some node found a read-only server other than the primary. */
  private boolean replicaUp(long nanos, Map<String, TreeMap<Long, NodeObservation>> looks) {
    String primary = primaryAt(nanos);
    return looks.values().stream()
        .flatMap(node -> Stream.ofNullable(node.lowerEntry(nanos)))
        .map(Map.Entry::getValue)
        .filter(last -> last.reachable() && last.readOnly())
        .anyMatch(last -> !last.server().equals(primary));
  }

  private static @Nullable Double span(long[] moments) {
    return moments.length == 0
        ? null
        : (Double) Millis.of(moments[moments.length - 1] - moments[0]);
  }
}
