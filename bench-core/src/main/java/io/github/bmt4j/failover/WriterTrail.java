package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.Evidence;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Connection attempts of the writers' pool after the fault, and the outcomes of its writes. */
final class WriterTrail {
  /** Least time, in ns, for which vain use of an address or a server counts. */
  static final long VAIN_NANOS = 500_000_000;

  /** A connect that failed sooner was refused, instead of waiting for an answer. */
  private static final long REFUSAL_NANOS = 1_000_000_000;

  /** Connections that the pool tried from the fault on, in order. */
  final List<Connect> tried;

  final List<Operation> writes;

  /**
   * Start of the time in which the final primary took writes, and a proxy, if there is one, led to
   * it; absent when not seen.
   */
  final @Nullable Long since;

  /**
   * As {@link #since}, but not before the fault's end: from then on, only the client was in the
   * way.
   */
  final @Nullable Long up;

  private final Evidence evidence;

  WriterTrail(Evidence evidence) {
    this.evidence = evidence;
    this.tried =
        evidence.client().connects().stream()
            .filter(connect -> connect.probe() == ProbeKind.WRITER)
            .filter(connect -> connect.startNanos() >= evidence.t0Nanos())
            .sorted(Comparator.comparingLong(Connect::startNanos))
            .toList();
    this.writes =
        evidence.client().operations().stream()
            .filter(one -> one.probe() == ProbeKind.WRITER)
            .toList();
    Long taken = primarySinceNanos();
    Long found = evidence.foundNanos();
    this.since = taken == null || found == null ? taken : (Long) Math.max(taken, found);
    LongStream healed =
        evidence.timeline().stream()
            .filter(event -> event.kind() == TimelineEvent.Kind.HEALED)
            .mapToLong(TimelineEvent::atNanos);
    this.up =
        LongStream.concat(healed, Stream.ofNullable(since).mapToLong(Long::longValue))
            .boxed()
            .max(Comparator.naturalOrder())
            .orElse(null);
  }

  static boolean wasRefused(Connect connect) {
    return !connect.connected()
        && connect.endNanos() != Operation.NEVER
        && connect.endNanos() - connect.startNanos() < REFUSAL_NANOS;
  }

  /** A sentence if writes failed as read-only long after a server took writes; else empty. */
  Optional<String> refused() {
    Long from = since;
    if (from == null) {
      return Optional.empty();
    }
    long[] ends =
        writes.stream()
            .filter(write -> Failure.saysReadOnly(write.code()) && write.startNanos() > from)
            .mapToLong(Operation::endNanos)
            .sorted()
            .toArray();
    long late = ends.length == 0 ? 0 : ends[ends.length - 1] - from;
    return late < VAIN_NANOS
        ? Optional.empty()
        : Optional.of(
            words(
                "%s failed as read-only up to %,d ms after a server took writes",
                counted(ends.length, "write"), late / 1_000_000));
  }

  /** True if the pool opened connections after a server took writes, but none of them wrote. */
  boolean newConnectionsAreInVain() {
    long from = Objects.requireNonNull(since);
    return tried.stream()
        .filter(one -> one.connected() && one.startNanos() > from)
        .mapToLong(Connect::endNanos)
        .filter(end -> evidence.endNanos() - end >= VAIN_NANOS)
        .boxed()
        .min(Comparator.naturalOrder())
        .map(first -> writes.stream().noneMatch(one -> one.ok() && one.endNanos() > first))
        .orElse(false);
  }

  /**
   * Start of the time in which the final primary took writes. If the primary stayed the same,
   * observers must have seen it: from the last poll that it refused, else from t0.
   */
  private @Nullable Long primarySinceNanos() {
    if (!evidence.primaries().oldPrimary().equals(evidence.primaries().newPrimary())) {
      return evidence.primaries().promotedNanos();
    }
    List<String> nodes =
        evidence.servers().observations().stream()
            .filter(look -> look.server().equals(evidence.primaries().oldPrimary()))
            .map(NodeObservation::node)
            .distinct()
            .toList();
    List<NodeObservation> looks =
        evidence.servers().observations().stream()
            .filter(look -> nodes.contains(look.node()) && look.endNanos() >= evidence.t0Nanos())
            .sorted(Comparator.comparingLong(NodeObservation::endNanos))
            .toList();
    if (looks.isEmpty() || !looks.get(looks.size() - 1).writable()) {
      return null;
    }
    return looks.stream()
        .filter(look -> !look.writable())
        .mapToLong(NodeObservation::endNanos)
        .reduce(evidence.t0Nanos(), Math::max);
  }

  /** End of the first OK write after a moment; the end of the observation if there is none. */
  long writesAgainNanos(long after) {
    return writes.stream()
        .filter(one -> one.ok() && one.endNanos() >= after)
        .mapToLong(Operation::endNanos)
        .min()
        .orElse(evidence.endNanos());
  }

  /** Address to which the URL led the writers at first; empty if no connect was seen. */
  List<String> first() {
    return evidence.client().connects().stream()
        .filter(connect -> connect.probe() == ProbeKind.WRITER)
        .min(Comparator.comparingLong(Connect::startNanos))
        .map(Connect::address)
        .stream()
        .toList();
  }

  /** Start of the first connect after a moment that led to none of some addresses; else the end. */
  long elsewhereNanos(List<String> addresses, long after) {
    return tried.stream()
        .filter(one -> one.startNanos() > after && !addresses.contains(one.address()))
        .mapToLong(Connect::startNanos)
        .min()
        .orElse(evidence.endNanos());
  }

  /**
   * True if a write had no connection during a pause of the pool: it failed in the pause or
   * outlasted it.
   */
  static boolean waited(Operation write, long fromNanos, long toNanos) {
    boolean ended = write.endNanos() != Operation.NEVER && write.endNanos() < toNanos;
    return write.startNanos() != Operation.NEVER
        && write.startNanos() < toNanos
        && (ended
            ? !write.ok() && write.endNanos() > fromNanos
            : write.ok() || write.phase() == ErrorPhase.BORROW);
  }

  /**
   * Connects from which on the driver may deny a server: failed ones, and those to another server
   * that follow a broken connection. Readers and writers share the list.
   */
  List<Connect> denials() {
    List<Connect> denials = new ArrayList<>();
    Map<ProbeKind, Connect> before = new EnumMap<>(ProbeKind.class);
    evidence.client().connects().stream()
        .filter(one -> one.probe() != ProbeKind.CONNECTOR)
        .sorted(Comparator.comparingLong(Connect::startNanos))
        .forEach(
            next -> {
              Connect left = before.put(next.probe(), next);
              long at = next.startNanos();
              if (at < evidence.t0Nanos()) {
                return;
              }
              if (left != null && left.connected() && !left.address().equals(next.address())) {
                denials.add(new Connect(next.probe(), at, at, left.address(), false));
              }
              if (!next.connected()) {
                denials.add(next);
              }
            });
    return denials;
  }
}
