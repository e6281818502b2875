package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.Evidence;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Attempts;
import io.github.bmt4j.failover.figures.FailoverFigures.Roles;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.outcome.ErrorPhase;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Advice for the application from the findings of a repetition: one for each cause, with its
 * evidence and a remedy. It gives none without evidence, none that the run already follows, and no
 * option that the command does not take.
 */
record FailoverAdvice(
    Evidence evidence,
    WriterTrail trail,
    FailoverFigures figures,
    Remedies remedies,
    ApplicationSettings settings,
    HaMode ha) {
  /** A shorter pause of the pool is not reported. */
  private static final long PAUSE_NANOS = 100_000_000;

  /** Fewer tries do not show that the pauses double. */
  private static final int FAILED_TRIES = 3;

  /** The pool's pauses do not grow beyond 5 s. */
  private static final long LONGEST_PAUSE_NANOS = 4_900_000_000L;

  /** In a longer pause the pool did not want a connection. */
  private static final long NO_PAUSE_NANOS = 5_500_000_000L;

  /** Share of the driver's time: a broken connection is noticed a little later than listed. */
  private static final double DENIED_SHARE = 0.9;

  static List<Advice> of(Evidence evidence, Repetition repetition, Remedies remedies) {
    FailoverAdvice advice =
        new FailoverAdvice(
            evidence,
            new WriterTrail(evidence),
            repetition.figures(),
            remedies,
            remedies.settings(),
            remedies.ha());
    return Stream.of(
            advice.login(),
            advice.socketTimeout(),
            advice.keptConnections(),
            advice.maxLifetime(),
            advice.readOnlyNode(),
            advice.unusedPrimary(),
            advice.splitBrain(),
            advice.connectTimeout(),
            advice.backOff(),
            advice.names(),
            advice.deniedList())
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Advice> login() {
    return figures.writesPastReadOnly() > 0
        ? Remedies.option(
            "login",
            words(
                "%s ended OK on a server that was read-only: this login may write there, so no"
                    + " error makes pool or driver look for the primary",
                counted(figures.writesPastReadOnly(), "write")),
            "a login without SUPER, READ ONLY ADMIN and CONNECTION_ADMIN in --user")
        : Optional.empty();
  }

  private Optional<Advice> socketTimeout() {
    Attempts attempts = figures.attempts();
    // A driver that lists nodes may try all of them again and again within a statement.
    boolean reconnects =
        ha.listsNodes()
            && (!evidence.client().traced()
                || trail.tried.stream().anyMatch(WriterTrail::wasRefused));
    Long limit = settings.socketTimeoutMillis();
    String seen =
        attempts != null && attempts.stuck().hasHung() ? attempts.stuck().words() : silence();
    return seen.isEmpty() || reconnects || (limit != null && limit != 0)
        ? Optional.empty()
        : remedies.driver(
            "socketTimeout",
            seen + ": the driver waits without a limit",
            "--socket-timeout=3s",
            "socketTimeout=3000");
  }

  /**
   * A sentence if a driver turned to another server late, after the old one had been silent; else
   * empty. The AWS wrapper ends such a silence itself, by default after 30 s.
   */
  private String silence() {
    Long ready = trail.up;
    if (ready == null || settings.family() != DriverFamily.AWS || !evidence.primaryChanged()) {
      return "";
    }
    long turned = trail.elsewhereNanos(trail.first(), ready);
    return evidence.client().traced()
            && turned - ready > Remedies.SHORT_SOCKET.toNanos() + WriterTrail.VAIN_NANOS
            && trail.writes.stream().anyMatch(one -> WriterTrail.waited(one, ready, turned))
            && trail.writes.stream()
                .filter(one -> one.endNanos() > ready && one.endNanos() < turned)
                .allMatch(one -> one.phase() == ErrorPhase.BORROW)
        ? words(
            "for %,d ms after another server took writes, the old one answered nothing, refused"
                + " nothing, and no connection was opened elsewhere",
            (turned - ready) / 1_000_000)
        : "";
  }

  private Optional<Advice> keptConnections() {
    return trail
        .refused()
        .filter(
            failed -> !ha.listsNodes() && !settings.evictReadOnly() && !settings.goesWithoutPool())
        .filter(failed -> !trail.newConnectionsAreInVain())
        .flatMap(
            failed ->
                Remedies.option(
                    "readOnly",
                    failed
                        + ": the pool kept connections to another, which HikariCP's"
                        + " exceptionOverride evicts",
                    "--settings=tuned"));
  }

  private Optional<Advice> maxLifetime() {
    long lifetime = settings.maxLifetime().toNanos();
    return keptConnections()
        .filter(kept -> !figures.haveWritesRecovered())
        .map(kept -> evidence.endNanos() - Objects.requireNonNull(trail.since))
        .filter(watched -> lifetime == 0 || lifetime > watched)
        .filter(watched -> lifetime == 0 || lifetime > Remedies.SHORTEST_LIFETIME.toNanos())
        .flatMap(
            watched ->
                Remedies.option(
                    "maxLifetime",
                    words(
                        "connections to a read-only server were still kept %,d ms after another"
                            + " took writes, and maxLifetime is %s",
                        watched / 1_000_000,
                        lifetime == 0 ? "unlimited" : words("%,d s", lifetime / 1_000_000_000)),
                    "--pool-property=maxLifetime=30s"));
  }

  private Optional<Advice> readOnlyNode() {
    return trail
        .refused()
        .filter(failed -> ha.listsNodes())
        .flatMap(
            failed ->
                remedies.endpoint(
                    "readOnly",
                    words(
                        "%s: with %s, new connections go to the first node that answers, even if it"
                            + " is read-only, so evicting connections is not enough",
                        failed, ha.word())));
  }

  private Optional<Advice> unusedPrimary() {
    Long from = trail.since;
    if (from == null
        || !ha.listsNodes()
        || (ha.has(HaMode.Trait.AURORA) && (socketTimeout().isPresent() || names().isPresent()))
        || figures.writesPastReadOnly() > 0
        || !evidence.primaryChanged()
        || evidence.endNanos() - from < WriterTrail.VAIN_NANOS
        || trail.refused().isPresent()
        || trail.tried.stream().noneMatch(one -> one.startNanos() > from)
        || trail.writes.stream().anyMatch(one -> one.ok() && one.endNanos() > from)) {
      return Optional.empty();
    }
    return remedies.endpoint(
        "unusedPrimary",
        words(
            "no write reached the new primary in the %,d ms in which it took writes: with %s, %s",
            (evidence.endNanos() - from) / 1_000_000,
            ha.word(),
            ha.has(HaMode.Trait.FIRST_WRITES)
                ? "only the first node of the URL ever gets writes"
                : settings.family() == DriverFamily.MYSQL
                    ? "the driver uses other nodes than the first for reads only, unless"
                        + " failOverReadOnly=false"
                    : "the driver did not try that node for writes"));
  }

  private Optional<Advice> splitBrain() {
    Roles roles = figures.roles();
    Long writesThere = roles == null ? null : roles.splitBrainWrites();
    return writesThere == null
            || writesThere == 0
            || !ha.listsNodes()
            || figures.writesPastReadOnly() > 0
        ? Optional.empty()
        : remedies.endpoint(
            "splitBrain",
            words(
                "%s went to the old primary after another took writes: with %s, the driver takes"
                    + " the first node that answers",
                counted(writesThere, "write"), ha.word()));
  }

  /** The pool makes one try at a time, and waits for a server that accepts but does not answer. */
  private Optional<Advice> connectTimeout() {
    Long ready = trail.up;
    long limit = settings.connectTimeout().toNanos();
    if (ready == null || limit <= Remedies.SHORT_CONNECT.toNanos()) {
      return Optional.empty();
    }
    for (int i = 0; i < trail.tried.size(); i++) {
      long begun = trail.tried.get(i).startNanos();
      boolean last = i + 1 == trail.tried.size();
      long next = last ? evidence.endNanos() : trail.tried.get(i + 1).startNanos();
      long late = next - Math.max(ready, begun);
      long most = last ? Math.min(limit, NO_PAUSE_NANOS) : limit;
      if (begun < ready
          && late >= WriterTrail.VAIN_NANOS
          && next - begun >= 0.9 * most
          && !WriterTrail.wasRefused(trail.tried.get(i))
          && trail.writesAgainNanos(begun) >= next
          && trail.writes.stream().anyMatch(one -> WriterTrail.waited(one, begun, next))) {
        return remedies.driver(
            "connectTimeout",
            words(
                "a new connection had no answer for %,d ms, of which %,d ms after a server took"
                    + " writes: connectTimeout is %,d ms",
                (next - begun) / 1_000_000, late / 1_000_000, limit / 1_000_000),
            "--connect-timeout=1s",
            "connectTimeout=1000");
      }
    }
    return Optional.empty();
  }

  /**
   * The pool tries one connection at a time, and doubles its pause after each failed one. An open
   * connection proves little: a proxy accepts connections that lead nowhere. A try has failed if no
   * write ended OK before the next try.
   */
  private Optional<Advice> backOff() {
    Long ready = trail.up;
    long again =
        ready == null
            ? 0
            : trail.tried.stream()
                .mapToLong(Connect::startNanos)
                .filter(at -> at > ready)
                .min()
                .orElse(0);
    List<Connect> failed = trail.tried.stream().filter(one -> one.startNanos() < again).toList();
    if (ready == null
        || ha.listsNodes()
        || settings.goesWithoutPool()
        || again > trail.writesAgainNanos(ready)
        || trail.writesAgainNanos(again) == evidence.endNanos()
        || failed.size() < FAILED_TRIES
        || failed.stream().anyMatch(one -> one.endNanos() == Operation.NEVER)) {
      return Optional.empty();
    }
    Connect last = failed.get(failed.size() - 1);
    long pause = again - last.endNanos();
    long before = last.startNanos() - failed.get(failed.size() - 2).endNanos();
    long late = again - Math.max(ready, last.endNanos());
    long from = failed.get(failed.size() - FAILED_TRIES).startNanos();
    return late < PAUSE_NANOS
            || pause > NO_PAUSE_NANOS
            || trail.writes.stream()
                .anyMatch(one -> one.ok() && one.endNanos() > from && one.endNanos() < again)
            || trail.writes.stream()
                .noneMatch(one -> WriterTrail.waited(one, last.endNanos(), again))
            || (pause < 1.5 * before && pause < LONGEST_PAUSE_NANOS)
        ? Optional.empty()
        : remedies.withoutPauses(
            "backOff",
            words(
                "HikariCP tried no connection for %,d ms although a server took writes: after %d"
                    + " failed tries it pauses, twice as long each time, up to 5 s",
                late / 1_000_000, failed.size()),
            evidence.oldPrimaryIsGone() || evidence.takersBefore() > 1);
  }

  private Optional<Advice> names() {
    Long ready = trail.up;
    if (ready == null || settings.dnsTtl().compareTo(Remedies.SHORT_TTL) <= 0) {
      return Optional.empty();
    }
    boolean named =
        ha.equals(HaMode.DNS)
            && evidence.timeline().stream()
                .anyMatch(event -> event.kind() == TimelineEvent.Kind.FLIPPED);
    boolean asks = ha.has(HaMode.Trait.AURORA);
    // A driver that asks the servers for their list connects by name only once.
    List<String> old =
        asks
            ? trail.first()
            : evidence.client().connects().stream()
                .filter(connect -> connect.startNanos() < evidence.t0Nanos())
                .map(Connect::address)
                .distinct()
                .toList();
    boolean moved =
        evidence.primaryChanged()
            && (asks || ha.equals(HaMode.ENDPOINT))
            && trail.tried.stream().anyMatch(one -> !old.contains(one.address()));
    long until = asks ? trail.elsewhereNanos(old, ready) : Long.MAX_VALUE;
    long last =
        trail.tried.stream()
            .filter(one -> old.contains(one.address()) && one.startNanos() < until)
            .mapToLong(Connect::startNanos)
            .max()
            .orElse(0);
    // Otherwise another cause than the name made it turn elsewhere, or it wrote by a known address.
    boolean kept =
        !asks || (until - last < WriterTrail.VAIN_NANOS && trail.writesAgainNanos(ready) >= last);
    return (named || moved) && kept && last - ready >= WriterTrail.VAIN_NANOS
        ? Remedies.option(
            "dns",
            words(
                "new connections went to the old address up to %,d ms after another server took"
                    + " writes: the JVM caches names for %,d s (networkaddress.cache.ttl)",
                (last - ready) / 1_000_000, settings.dnsTtl().toSeconds()),
            "--dns-ttl=1s")
        : Optional.empty();
  }

  /** An address that failed and was tried again only when the deny list allowed it. */
  private Optional<Advice> deniedList() {
    Long ready = trail.up;
    long denied = settings.deniedListTimeout().toNanos();
    if (ready == null || !ha.listsNodes() || denied <= Remedies.SHORT_DENIAL.toNanos()) {
      return Optional.empty();
    }
    for (Connect first : trail.denials()) {
      long kept =
          trail.tried.stream()
              .filter(one -> one.address().equals(first.address()))
              .mapToLong(Connect::startNanos)
              .filter(start -> start > first.startNanos())
              .min()
              .orElse(Long.MAX_VALUE);
      boolean elsewhere =
          trail.tried.stream()
              .anyMatch(
                  one ->
                      !one.address().equals(first.address())
                          && one.startNanos() > Math.max(ready, first.startNanos())
                          && one.startNanos() < kept);
      long late = kept - Math.max(ready, first.startNanos());
      if (elsewhere
          && kept <= trail.writesAgainNanos(ready)
          && kept - first.startNanos() >= DENIED_SHARE * denied
          && late >= WriterTrail.VAIN_NANOS) {
        return remedies.driver(
            "deniedList",
            words(
                "the driver avoided %s for %,d ms, of which %,d ms after a server took"
                    + " writes: its deny list holds %,d ms",
                first.address(),
                (kept - first.startNanos()) / 1_000_000,
                late / 1_000_000,
                denied / 1_000_000),
            "--denied-list-timeout=1s",
            settings.family().deniedInUrl(1_000));
      }
    }
    return Optional.empty();
  }
}
