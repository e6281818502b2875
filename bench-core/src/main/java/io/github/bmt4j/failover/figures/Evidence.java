package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.SignificantGaps.Gap;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was seen and done in one repetition. All times in ns on the run's clock.
 *
 * @param t0Nanos the moment just before the fault
 * @param fromNanos begin of the baseline: load on healthy servers until t0
 * @param endNanos end of the observation: no arrival is due after it
 * @param client log of the application's probes, from the start of the load on
 * @param way from the application to its servers
 * @param ratesPerSecond arrivals of each probe; no entry, or 0, for a probe that did not run
 */
public record Evidence(
    long t0Nanos,
    long fromNanos,
    long endNanos,
    Primaries primaries,
    ClientLog client,
    Servers servers,
    List<TimelineEvent> timeline,
    Way way,
    Map<ProbeKind, Double> ratesPerSecond) {
  /**
   * The change of the primary.
   *
   * @param oldPrimary identity of the server that was primary at t0, as in {@code Operation.server}
   *     and {@code LedgerCopy.node}
   * @param newPrimary identity of the server that is primary at the end, whose ledger decides what
   *     was lost; absent when unknown
   * @param promotedNanos time at which the new primary was first writable; absent when unknown, or
   *     when the primary stayed the same
   */
  public record Primaries(
      String oldPrimary, @Nullable String newPrimary, @Nullable Long promotedNanos) {}

  /**
   * What servers said.
   *
   * @param observations of all nodes; empty without observers
   * @param ledgers read after faults were healed; those that could not be read are not there
   * @param takeWrites identities of the servers that took a write at the end; empty when that is
   *     not known
   */
  public record Servers(
      List<NodeObservation> observations, List<LedgerCopy> ledgers, List<String> takeWrites) {}

  /**
   * The way from the application to its servers.
   *
   * @param onPath true if the fault was put there, from t0 until it was healed
   * @param routesReads true if the connection mode promises to send reads to replicas
   */
  public record Way(boolean onPath, boolean routesReads) {}

  /**
   * Time at which observers first saw a server writable from t0 on: the end of that look. Absent
   * when they never did.
   */
  public static @Nullable Long firstWritable(
      List<NodeObservation> observations, String server, long t0Nanos) {
    return observations.stream()
        .filter(
            look -> look.writable() && look.server().equals(server) && look.endNanos() >= t0Nanos)
        .map(NodeObservation::endNanos)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /** The number of servers that took writes before the fault, by the observers. */
  public long takersBefore() {
    return servers.observations.stream()
        .filter(look -> look.writable() && look.endNanos() < t0Nanos)
        .map(NodeObservation::server)
        .distinct()
        .count();
  }

  /**
   * The time from t0 on in which the way to the servers was not free: bmt held it, or a proxy did
   * not lead to the primary yet. Null if it was free, or bmt once cut it.
   */
  @Nullable Gap path() {
    return Stream.concat(
            timeline.stream()
                .filter(event -> way.onPath && event.kind() == TimelineEvent.Kind.HEALED)
                .map(TimelineEvent::atNanos)
                .limit(1),
            Stream.ofNullable(foundNanos()))
        .max(Comparator.naturalOrder())
        .map(end -> new Gap(t0Nanos, end, true))
        .orElse(null);
  }

  /**
   * Time from t0 on at which a proxy first led new connections to the final primary; the end of the
   * observation if it never did. Absent without a proxy, or if it led there all the time.
   */
  public @Nullable Long foundNanos() {
    List<TimelineEvent> all =
        timeline.stream().filter(event -> event.kind() == TimelineEvent.Kind.SWITCHED).toList();
    List<TimelineEvent> switches = all.stream().filter(one -> one.atNanos() >= t0Nanos).toList();
    if (switches.isEmpty() && (all.isEmpty() || !primaryChanged())) {
      return null;
    }
    Set<String> nodes = nodesOf(primaries.newPrimary);
    return switches.stream()
        .filter(one -> nodes.contains(one.node()))
        .map(TimelineEvent::atNanos)
        .findFirst()
        .orElse(endNanos);
  }

  /** Returns true if a command of the user, which takes some time, changed the primary. */
  boolean triggered() {
    return timeline.stream().anyMatch(event -> event.kind() == TimelineEvent.Kind.TRIGGERED);
  }

  /**
   * Returns true if something was done to the servers in a period, or at most the stall limit
   * before it.
   */
  boolean strikes(Gap time, Limits limits) {
    return timeline.stream()
        .mapToLong(TimelineEvent::atNanos)
        .filter(at -> at >= t0Nanos)
        .anyMatch(at -> at <= time.endNanos() && at + limits.stallNanos() >= time.beginNanos());
  }

  /**
   * True if a gap began at most one stall limit after the trigger had ended; always true without
   * one.
   */
  boolean isInTime(Gap time, Limits limits) {
    return timeline.stream()
        .filter(event -> event.kind() == TimelineEvent.Kind.TRIGGERED)
        .allMatch(event -> time.beginNanos() <= event.atNanos() + limits.stallNanos());
  }

  /** Returns true if in this time all nodes were away, and the new primary had to return first. */
  boolean awaitsReturn(Gap time) {
    return timeline.stream()
        .filter(event -> event.kind() == TimelineEvent.Kind.RETURNED)
        .filter(event -> time.holds(event.atNanos()))
        .anyMatch(
            back ->
                timeline.stream()
                    .filter(event -> event.kind() == TimelineEvent.Kind.PROMOTED)
                    .anyMatch(
                        event ->
                            event.node().equals(back.node()) && event.atNanos() >= back.atNanos()));
  }

  Set<String> nodesOf(@Nullable String server) {
    return servers.observations.stream()
        .filter(look -> look.server().equals(server))
        .map(NodeObservation::node)
        .collect(Collectors.toSet());
  }

  public boolean primaryChanged() {
    return primaries.newPrimary != null && !primaries.newPrimary.equals(primaries.oldPrimary);
  }

  /**
   * Returns true if another server took over, and the old primary was observed to be away since.
   */
  public boolean oldPrimaryIsGone() {
    Long since = primaries.promotedNanos;
    Set<String> nodes = nodesOf(primaries.oldPrimary);
    return since != null
        && primaryChanged()
        && !nodes.isEmpty()
        && servers.observations.stream()
            .filter(look -> nodes.contains(look.node()) && look.startNanos() > since)
            .noneMatch(NodeObservation::reachable);
  }

  /** Returns true if the client itself stood still for at least half of a period. */
  boolean isPaused(Gap time) {
    return 2 * client.pausedNanos(time.beginNanos(), time.endNanos()) >= time.nanos();
  }

  /** True if the client may be the cause: its pauses cover half of a gap, or touch a short one. */
  boolean isClients(Gap time, Limits limits) {
    return isPaused(time)
        || (time.closed()
            && time.nanos() <= 2 * limits.stallNanos()
            && client.pausedNanos(time.beginNanos(), time.endNanos()) > 0);
  }

  @Nullable Double sinceFault(OptionalLong nanos) {
    return nanos.isPresent() ? (Double) Millis.of(nanos.getAsLong() - t0Nanos) : null;
  }

  boolean ran(ProbeKind probe) {
    return ratesPerSecond.getOrDefault(probe, 0.0) > 0;
  }

  long intervalNanos(ProbeKind probe) {
    return Math.round(1e9 / ratesPerSecond.getOrDefault(probe, 0.0));
  }
}
