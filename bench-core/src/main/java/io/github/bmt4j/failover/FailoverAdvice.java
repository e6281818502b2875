package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.ErrorPhase;
import io.github.bmt4j.clock.Failure;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.Evidence;
import io.github.bmt4j.failover.figures.FailoverFigures.Advice;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.FailoverFigures.Stuck;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.TimelineEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What to change at the application, from what a repetition shows: a line for each cause, with its
 * evidence and the option that shows the effect. Nothing without evidence.
 */
final class FailoverAdvice {
  /** A shorter pause of the pool is not worth a line. */
  private static final long PAUSE_NANOS = 100_000_000;

  /** With fewer the pauses do not show that they double. */
  private static final int FAILED_TRIES = 3;

  /** The pool's pauses do not grow beyond 5 s. */
  private static final long LONGEST_PAUSE_NANOS = 4_900_000_000L;

  /** In a longer one the pool did not want a connection. */
  private static final long NO_PAUSE_NANOS = 5_500_000_000L;

  /** How long an address or a server must have been used without success. */
  private static final long VAIN_NANOS = 500_000_000;

  /** A connect that failed sooner was refused, and did not wait for an answer. */
  private static final long REFUSAL_NANOS = 1_000_000_000;

  private final Evidence evidence;
  private final Repetition repetition;
  private final ApplicationSettings settings;
  private final HaMode ha;
  private final List<Connect> tried;

  private FailoverAdvice(
      Evidence evidence, Repetition repetition, ApplicationSettings settings, HaMode ha) {
    this.evidence = evidence;
    this.repetition = repetition;
    this.settings = settings;
    this.ha = ha;
    this.tried =
        evidence.client().connects().stream()
            .filter(connect -> connect.probe() == ProbeKind.WRITER)
            .filter(connect -> connect.startNanos() >= evidence.t0Nanos())
            .sorted(Comparator.comparingLong(Connect::startNanos))
            .toList();
  }

  /**
   * All of a repetition.
   *
   * @param socketTimeoutMillis the driver's, whether the URL or the settings set it
   */
  static List<Advice> of(
      Evidence evidence,
      Repetition repetition,
      ApplicationSettings settings,
      HaMode ha,
      @Nullable Long socketTimeoutMillis) {
    FailoverAdvice advice = new FailoverAdvice(evidence, repetition, settings, ha);
    List<Advice> all = new ArrayList<>();
    advice.socketTimeout(socketTimeoutMillis).ifPresent(all::add);
    advice.readOnly(all);
    Long up = advice.servedAgainNanos();
    if (up != null) {
      advice.backOff(up).ifPresent(all::add);
      advice.names(up).ifPresent(all::add);
      advice.deniedList(up).ifPresent(all::add);
    }
    return all;
  }

  /** When the servers were ready for writes again, as far as that was seen; else absent. */
  private @Nullable Long servedAgainNanos() {
    LongStream healed =
        evidence.timeline().stream()
            .filter(event -> event.kind() == TimelineEvent.Kind.HEALED)
            .mapToLong(TimelineEvent::atNanos);
    LongStream writable =
        repetition.timeline().stream()
            .filter(moment -> moment.what().equals("server writable"))
            .mapToLong(moment -> evidence.t0Nanos() + Math.round(moment.atMs() * 1e6));
    LongStream promoted =
        Optional.ofNullable(evidence.promotedNanos()).stream().mapToLong(Long::longValue);
    return LongStream.concat(healed, LongStream.concat(writable, promoted))
        .boxed()
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /** When writes were back; the end when they were not. */
  private long writesAgainNanos() {
    return repetition.timeline().stream()
        .filter(moment -> moment.what().equals("write again"))
        .filter(moment -> repetition.figures().writeOutageAtLeastMs() == null)
        .mapToLong(moment -> evidence.t0Nanos() + Math.round(moment.atMs() * 1e6))
        .findFirst()
        .orElse(repetition.figures().writeOutageAtLeastMs() == null ? 0 : evidence.endNanos());
  }

  private Optional<Advice> socketTimeout(@Nullable Long limit) {
    Stuck stuck = repetition.figures().stuck();
    // A driver that lists nodes may try all of them again and again within a statement.
    boolean reconnects = ha.listsNodes() && tried.stream().anyMatch(FailoverAdvice::wasRefused);
    return stuck != null && stuck.hasHung() && !reconnects && (limit == null || limit == 0)
        ? advice(
            "socketTimeout",
            "%s: the driver waits without a limit; set socketTimeout, seen with --socket-timeout=3s",
            stuck.words())
        : Optional.empty();
  }

  private static boolean wasRefused(Connect connect) {
    return !connect.connected()
        && connect.endNanos() != Operation.NEVER
        && connect.endNanos() - connect.startNanos() < REFUSAL_NANOS;
  }

  private void readOnly(List<Advice> all) {
    Long since = primarySinceNanos();
    if (since == null) {
      return;
    }
    long[] refused =
        writes()
            .filter(attempt -> Failure.saysReadOnly(attempt.code()))
            .filter(attempt -> attempt.startNanos() > since)
            .mapToLong(Operation::endNanos)
            .sorted()
            .toArray();
    long last = refused.length == 0 ? 0 : refused[refused.length - 1];
    if (last - since < VAIN_NANOS) {
      return;
    }
    String failed =
        words(
            "%s failed as read-only up to %,d ms after a server took writes",
            counted(refused.length, "write"), (last - since) / 1_000_000);
    if (ha.listsNodes()) {
      advice(
              "readOnly",
              "%s: with %s, new connections go to the first node that answers, even if it is"
                  + " read-only, so evicting connections does not help; use an endpoint or a proxy"
                  + " that follows the primary, seen with --ha=endpoint",
              failed,
              ha.word())
          .ifPresent(all::add);
    } else if (!settings.evictReadOnly()) {
      advice(
              "readOnly",
              "%s: the pool kept connections to another; evict them with HikariCP's"
                  + " exceptionOverride, seen with --settings=tuned",
              failed)
          .ifPresent(all::add);
      maxLifetime(since).ifPresent(all::add);
    }
  }

  private Optional<Advice> maxLifetime(long since) {
    long lifetime = settings.maxLifetime().toMillis();
    return repetition.figures().writeOutageAtLeastMs() != null
            && (lifetime == 0 || lifetime * 1_000_000 > evidence.endNanos() - since)
        ? advice(
            "maxLifetime",
            "these connections were still kept %,d ms after a server took writes, and maxLifetime"
                + " is %s; seen with --max-lifetime=30s",
            (evidence.endNanos() - since) / 1_000_000,
            lifetime == 0 ? "unlimited" : words("%,d s", lifetime / 1000))
        : Optional.empty();
  }

  /**
   * Since when the final primary took writes. Where it is the same as before the fault, observers
   * must have seen it: since the last poll that it refused, else since t0.
   */
  private @Nullable Long primarySinceNanos() {
    if (!evidence.oldPrimary().equals(evidence.newPrimary())) {
      return evidence.promotedNanos();
    }
    List<String> nodes =
        evidence.observations().stream()
            .filter(look -> look.server().equals(evidence.oldPrimary()))
            .map(NodeObservation::node)
            .distinct()
            .toList();
    List<NodeObservation> looks =
        evidence.observations().stream()
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

  /**
   * The pool tries one connection at a time, and pauses twice as long after each one that failed.
   * That a connection was opened says little: a proxy takes those that lead nowhere. A try has
   * failed when no write ended OK before the next try.
   */
  private Optional<Advice> backOff(long up) {
    long again =
        tried.stream().mapToLong(Connect::startNanos).filter(at -> at > up).min().orElse(0);
    List<Connect> failed = tried.stream().filter(one -> one.startNanos() < again).toList();
    if (again > writesAgainNanos()
        || failed.size() < FAILED_TRIES
        || failed.stream().anyMatch(one -> one.endNanos() == Operation.NEVER)) {
      return Optional.empty();
    }
    Connect last = failed.get(failed.size() - 1);
    long pause = again - last.endNanos();
    long before = last.startNanos() - failed.get(failed.size() - 2).endNanos();
    long late = again - Math.max(up, last.endNanos());
    long since = failed.get(failed.size() - FAILED_TRIES).startNanos();
    return late < PAUSE_NANOS
            || pause > NO_PAUSE_NANOS
            || writes()
                .anyMatch(one -> one.ok() && one.endNanos() > since && one.endNanos() < again)
            || writes().noneMatch(one -> waited(one, last.endNanos(), again))
            || (pause < 1.5 * before && pause < LONGEST_PAUSE_NANOS)
        ? Optional.empty()
        : advice(
            "backOff",
            "HikariCP tried no connection for %,d ms although a server took writes: after %d"
                + " failed tries it pauses, twice as long each time, up to 5 s; a driver that tries"
                + " again itself avoids that, seen with --ha=sequential",
            late / 1_000_000,
            failed.size());
  }

  /** Whether a write had no connection in a pause of the pool: it failed in it, or outlasted it. */
  private static boolean waited(Operation write, long fromNanos, long toNanos) {
    boolean ended = write.endNanos() != Operation.NEVER && write.endNanos() < toNanos;
    return write.startNanos() != Operation.NEVER
        && write.startNanos() < toNanos
        && (ended
            ? !write.ok() && write.endNanos() > fromNanos
            : write.ok() || write.phase() == ErrorPhase.BORROW);
  }

  private Stream<Operation> writes() {
    return evidence.client().operations().stream().filter(one -> one.probe() == ProbeKind.WRITER);
  }

  /** The address that was used before the fault, after another server took writes. */
  private Optional<Advice> names(long up) {
    boolean named =
        ha == HaMode.DNS
            && evidence.timeline().stream()
                .anyMatch(event -> event.kind() == TimelineEvent.Kind.FLIPPED);
    List<String> old =
        evidence.client().connects().stream()
            .filter(connect -> connect.startNanos() < evidence.t0Nanos())
            .map(Connect::address)
            .distinct()
            .toList();
    boolean moved =
        evidence.primaryChanged()
            && ha == HaMode.ENDPOINT
            && tried.stream().anyMatch(one -> !old.contains(one.address()));
    long last =
        tried.stream()
            .filter(one -> old.contains(one.address()))
            .mapToLong(Connect::startNanos)
            .max()
            .orElse(0);
    return (named || moved) && last - up >= VAIN_NANOS
        ? advice(
            "dns",
            "new connections went to the old address up to %,d ms after another server took writes:"
                + " the JVM caches names; set networkaddress.cache.ttl, seen with --dns-ttl=1s",
            (last - up) / 1_000_000)
        : Optional.empty();
  }

  /** An address that failed and was tried again only when the deny list allowed it. */
  private Optional<Advice> deniedList(long up) {
    if (!ha.listsNodes()) {
      return Optional.empty();
    }
    long denied = settings.deniedListTimeout().toNanos();
    long again = writesAgainNanos();
    for (Connect first : tried) {
      long kept =
          tried.stream()
              .filter(one -> one.address().equals(first.address()))
              .mapToLong(Connect::startNanos)
              .filter(start -> start > first.startNanos())
              .min()
              .orElse(Long.MAX_VALUE);
      boolean elsewhere =
          tried.stream()
              .anyMatch(
                  one ->
                      !one.address().equals(first.address())
                          && one.startNanos() > first.startNanos()
                          && one.startNanos() < kept);
      if (!first.connected()
          && elsewhere
          && kept <= again
          && kept - first.startNanos() >= denied
          && kept - Math.max(up, first.startNanos()) >= VAIN_NANOS) {
        return advice(
            "deniedList",
            "the driver kept away from %s for %,d ms, of which %,d ms after a server took writes:"
                + " its deny list holds %,d ms; seen with --denied-list-timeout=1s",
            first.address(),
            (kept - first.startNanos()) / 1_000_000,
            (kept - Math.max(up, first.startNanos())) / 1_000_000,
            denied / 1_000_000);
      }
    }
    return Optional.empty();
  }

  private static Optional<Advice> advice(String cause, String format, Object... arguments) {
    return Optional.of(new Advice(cause, words(format, arguments)));
  }
}
