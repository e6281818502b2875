package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.figures.FailoverFigures.ServerOutages;
import io.github.bmt4j.failover.figures.SignificantGaps.Gap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The time in which no primary accepted writes, as the observers saw it: the gaps between their
 * writable looks at the old primary, until the new one is first seen writable, and at the new one
 * from then on. So an old primary that returns writable hides nothing. If a third server took
 * writes of the application, too, writable looks at every server count.
 *
 * <p>A gap of any length counts if a look in it was refused or failed. Otherwise it counts if it is
 * significant and a look in it took longer than three intervals between looks. A time without looks
 * proves nothing.
 */
final class ServerOutage {
  private static final int SLOW_INTERVALS = 3;

  /** Time in which no other look is answered. */
  private static final long SHORT_NANOS = 10_000_000;

  /** A look that was refused, failed or slow, as far as it concerns the primary. */
  private record Doubt(NodeObservation look, long toNanos) {
    boolean within(Gap gap) {
      return toNanos > gap.beginNanos() && look.startNanos() < gap.endNanos();
    }

    boolean refused() {
      return !look.writable();
    }
  }

  private final Evidence evidence;

  /** The servers that took writes of the application from t0 on. */
  private final Set<String> takers;

  /** The one server that took over; absent if unknown, or if there were several. */
  private final @Nullable String newPrimary;

  /** Servers that took writes of the application, and that no observer saw. */
  private final List<String> unseen;

  private final long[] writable;
  private final SignificantGaps gaps;
  private final Set<String> newNodes;
  private final List<Doubt> doubts;
  private final List<Gap> trouble;
  private final List<Gap> counted;
  private final @Nullable Long intervalNanos;

  ServerOutage(Evidence evidence, Limits limits) {
    this.evidence = evidence;
    this.takers = takers(evidence);
    this.newPrimary = newPrimary();
    this.unseen =
        takers.stream().filter(taker -> evidence.nodesOf(taker).isEmpty()).sorted().toList();
    Long handover = handoverNanos();
    this.newNodes = handover == null ? Set.of() : evidence.nodesOf(newPrimary);
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
            evidence.servers().observations().stream()
                .filter(look -> look.startNanos() < evidence.t0Nanos())
                .toList());
    this.intervalNanos =
        before == null ? medianDistance(evidence.servers().observations()) : before;
    long interval = intervalNanos == null ? 0 : intervalNanos;
    this.gaps = new SignificantGaps(writable, interval, evidence, limits);
    this.doubts =
        looks.stream()
            .filter(look -> !look.writable() || isSlow(look, interval))
            .map(look -> doubt(look, handover))
            .toList();
    this.trouble =
        gaps.afterFault().stream()
            .map(gap -> gap.since(evidence.t0Nanos()))
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
    this.counted =
        trouble.stream()
            .filter(
                gap ->
                    gap.nanos() > limits.stallNanos()
                        || ((anyRefused || evidence.triggered())
                            ? refused.test(gap)
                            : evidence.strikes(gap, limits)))
            .toList();
  }

  /** The outages, bounded by looks, in their order; none begins before t0. */
  List<Gap> gaps() {
    return counted;
  }

  @Nullable ServerOutages outages() {
    boolean over = counted.stream().allMatch(Gap::closed);
    double sum = Millis.of(counted.stream().mapToLong(Gap::nanos).sum());
    OptionalLong longest = counted.stream().mapToLong(Gap::nanos).max();
    return longest.isEmpty()
        ? null
        : new ServerOutages(
            counted.size(),
            over ? (Double) Millis.of(longest.getAsLong()) : null,
            over ? (Double) sum : null,
            over ? null : (Double) sum);
  }

  /** The longest gap in the write outage; if there is none, the longest of all. */
  Optional<Gap> gap(Optional<Outage> writes) {
    Comparator<Gap> byOverlap =
        Comparator.comparingLong(
            gap -> writes.map(write -> write.gap().commonNanos(gap)).orElse(0L));
    return counted.stream().max(byOverlap.thenComparingLong(Gap::nanos));
  }

  /**
   * Uncertainty of the outage at each end: the median distance of two looks at a node, or more if a
   * look hung there; absent without observers.
   */
  @Nullable Double resolutionMillis(Optional<Outage> writes) {
    if (intervalNanos == null) {
      return null;
    }
    long unknown = gap(writes).filter(Gap::closed).map(this::unsure).orElse(0L);
    return Millis.of(Math.max(intervalNanos, unknown));
  }

  /** The longer of the two ends of a gap for which it is unknown whether the server was out. */
  private long unsure(Gap gap) {
    Gap sure = surely(gap);
    return Math.max(sure.beginNanos() - gap.beginNanos(), gap.endNanos() - sure.endNanos());
  }

  /**
   * Time added by driver, pool, names and settings: the time without writes in which a server took
   * writes and the way to it was free. The observers bound it to within two looks: a server was out
   * at most from the last writable look before to the first one after, and at least while looks
   * were refused or had no answer.
   */
  Optional<Between> clientAdded(Gap write) {
    Gap path = evidence.path();
    if (counted.stream().anyMatch(write::overlaps)) {
      List<Gap> sure = counted.stream().map(this::surely).toList();
      return Optional.of(
          new Between(
              Millis.of(write.nanosOutside(trouble, path)),
              Millis.of(write.nanosOutside(sure, path))));
    }
    boolean sawNone =
        writable.length > 0 && writable[0] <= write.beginNanos() && longestStallNanos(write) == 0;
    return sawNone
        ? Optional.of(Millis.of(write.nanosOutside(List.of(), path)))
            .map(rest -> new Between(rest, rest))
        : Optional.empty();
  }

  /**
   * The path's part of a gap of writes, in ns: bmt held it, or a server took writes and no proxy
   * led there.
   */
  long pathNanos(Gap write, Gap path) {
    long end = Math.min(write.endNanos(), path.endNanos());
    Gap both = new Gap(write.beginNanos(), end, true).since(path.beginNanos());
    return !write.overlaps(path) || evidence.way().onPath()
        ? write.commonNanos(path)
        : both.nanosOutside(counted, null);
  }

  /** The part of a gap in which the server was surely out: from its first look in trouble on. */
  private Gap surely(Gap gap) {
    if (newPrimary == null && evidence.primaries().newPrimary() != null) {
      return surelyAll(gap);
    }
    List<NodeObservation> inTrouble =
        doubts.stream().filter(doubt -> doubt.within(gap)).map(Doubt::look).toList();
    // Until its last refusal, the new primary was a replica.
    List<NodeObservation> refused =
        evidence.servers().observations().stream()
            .filter(look -> newNodes.contains(look.node()) && !look.writable())
            .filter(look -> look.overlaps(gap))
            .toList();
    return surely(gap, inTrouble, refused.isEmpty() ? inTrouble : refused);
  }

  /**
   * A part of a gap.
   *
   * @param first looks; the first of them begins the part
   * @param last looks; the last of them ends the part
   */
  private Gap surely(Gap gap, List<NodeObservation> first, List<NodeObservation> last) {
    long begin = first.stream().mapToLong(NodeObservation::startNanos).min().orElse(gap.endNanos());
    long end = last.stream().mapToLong(this::provenNanos).max().orElse(gap.beginNanos());
    begin = Math.max(begin, gap.beginNanos());
    return new Gap(begin, Math.max(begin, Math.min(end, gap.endNanos())), true);
  }

  /**
   * End of the time for which a look proves that the server took no writes. A refused look was
   * answered at once. A look with no answer, or a late one, proves its whole wait, unless another
   * look at the node was answered meanwhile.
   */
  private long provenNanos(NodeObservation look) {
    boolean whole = look.reachable() ? look.writable() : waitNanos(look) == look.endNanos();
    return whole ? look.endNanos() : look.startNanos();
  }

  /** The end of a look, or the start of another one at the node that was answered meanwhile. */
  private long waitNanos(NodeObservation look) {
    return look.reachable() || look.endNanos() - look.startNanos() <= SHORT_NANOS
        ? look.endNanos()
        : evidence.servers().observations().stream()
            .filter(other -> other.reachable() && other.node().equals(look.node()))
            .mapToLong(NodeObservation::startNanos)
            .filter(start -> start > look.startNanos() && start < look.endNanos())
            .min()
            .orElse(look.endNanos());
  }

  private Gap surelyAll(Gap gap) {
    Set<String> nodes = evidence.nodesOf(evidence.primaries().oldPrimary());
    takers.forEach(taker -> nodes.addAll(evidence.nodesOf(taker)));
    long interval = Objects.requireNonNullElse(intervalNanos, 0L);
    long begin = gap.beginNanos();
    long end = gap.endNanos();
    for (String node : nodes) {
      List<NodeObservation> bad =
          evidence.servers().observations().stream()
              .filter(look -> look.node().equals(node))
              .filter(look -> !look.writable() || isSlow(look, interval))
              .filter(look -> look.overlaps(gap))
              .toList();
      Gap own = surely(gap, bad, bad);
      begin = Math.max(begin, own.beginNanos());
      end = Math.min(end, own.endNanos());
    }
    return new Gap(begin, Math.max(begin, end), true);
  }

  /**
   * Reason why the client-added outage is unknown: the observers did not look at a server that took
   * writes; or they saw no outage of the server, yet committed nothing for a part of the write
   * outage, which is often due to a busy machine.
   */
  Optional<String> unknown(Optional<Outage> writes) {
    if (!unseen.isEmpty() && !evidence.servers().observations().isEmpty()) {
      return Optional.of(
          "server outage and client-added outage are unknown: no observer polled "
              + String.join(", ", unseen)
              + ", which took writes; name every node with --node");
    }
    return writes
        .filter(Outage::settled)
        .map(Outage::gap)
        .filter(write -> clientAdded(write).isEmpty() && longestStallNanos(write) > 0)
        .map(
            write ->
                words(
                    "client-added outage is unknown: no server refused the observers, but for up to"
                        + " %,.1f ms of the write outage none of their writes was answered",
                    Millis.of(longestStallNanos(write))));
  }

  /** The longest time of a gap of writes for which no observer's write came back. */
  private long longestStallNanos(Gap write) {
    return gaps.afterFault().stream()
        .filter(gaps::significant)
        .mapToLong(write::commonNanos)
        .max()
        .orElse(0);
  }

  private static Set<String> takers(Evidence evidence) {
    return evidence.client().operations().stream()
        .filter(write -> write.probe() == ProbeKind.WRITER && write.ok())
        .filter(write -> write.endNanos() >= evidence.t0Nanos() && !write.server().isEmpty())
        .map(Operation::server)
        .collect(Collectors.toSet());
  }

  private @Nullable String newPrimary() {
    String last = evidence.primaries().newPrimary();
    return takers.stream()
            .allMatch(
                taker -> taker.equals(evidence.primaries().oldPrimary()) || taker.equals(last))
        ? last
        : null;
  }

  private @Nullable Long handoverNanos() {
    return newPrimary == null || !evidence.primaryChanged()
        ? null
        : Evidence.firstWritable(evidence.servers().observations(), newPrimary, evidence.t0Nanos());
  }

  /**
   * Looks at the old primary that began before the new one was writable, and looks at the new one
   * from then on.
   */
  private List<NodeObservation> looksAtThePrimary(@Nullable Long handover) {
    Set<String> oldNodes = evidence.nodesOf(evidence.primaries().oldPrimary());
    return evidence.servers().observations().stream()
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

  /**
   * A look at the old primary that ended after the new one was writable proves nothing about the
   * new one.
   */
  private boolean inTurn(NodeObservation look, long handover) {
    return look.endNanos() < handover || !look.server().equals(evidence.primaries().oldPrimary());
  }

  /** A look at the old primary proves nothing after the moment at which the new one took over. */
  private Doubt doubt(NodeObservation look, @Nullable Long handover) {
    long until = waitNanos(look);
    return new Doubt(
        look, handover != null && look.startNanos() < handover ? Math.min(until, handover) : until);
  }

  private static boolean isSlow(NodeObservation look, long intervalNanos) {
    return look.endNanos() - look.startNanos() > SLOW_INTERVALS * intervalNanos;
  }

  private static @Nullable Long medianDistance(List<NodeObservation> observations) {
    Map<String, List<Long>> starts =
        observations.stream()
            .sorted(Comparator.comparingLong(NodeObservation::startNanos))
            .collect(
                Collectors.groupingBy(
                    NodeObservation::node,
                    Collectors.mapping(NodeObservation::startNanos, Collectors.toList())));
    List<Long> distances = new ArrayList<>();
    for (List<Long> node : starts.values()) {
      for (int i = 1; i < node.size(); i++) {
        distances.add(node.get(i) - node.get(i - 1));
      }
    }
    distances.sort(null);
    return distances.isEmpty() ? null : distances.get(distances.size() / 2);
  }
}
