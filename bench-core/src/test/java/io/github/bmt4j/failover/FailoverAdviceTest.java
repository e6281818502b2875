package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.Evidence;
import io.github.bmt4j.failover.figures.FailoverAnalysis;
import io.github.bmt4j.failover.figures.Limits;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A line for each cause that a repetition shows, and none for what it does not show. */
class FailoverAdviceTest {
  private static final long T0 = 1_000_000_000_000L;
  private static final double END = 90_000;
  private static final String OLD = "127.0.0.2:3306";
  private static final String NEW = "127.0.0.3:3306";
  private static final ApplicationSettings AS_SHIPPED =
      ApplicationSettings.of(ApplicationSettings.Profile.AS_SHIPPED, 10, null);
  private static final ApplicationSettings TUNED =
      ApplicationSettings.of(ApplicationSettings.Profile.TUNED, 10, null);

  private static final String URL = "jdbc:mariadb://127.0.0.2:3306/test";

  private final List<Operation> operations = new ArrayList<>();
  private final List<Connect> connects = new ArrayList<>();
  private final List<TimelineEvent> timeline = new ArrayList<>();
  private final List<NodeObservation> observations = new ArrayList<>();
  private String newPrimary = "node2";
  private long sequence;
  private String url = URL;
  private boolean own;
  private Set<HaMode> modes = Set.copyOf(DriverFamily.MARIADB.modes());

  /** Writes go well until the fault, and again from {@code back} on; node2 is primary after 1 s. */
  private FailoverAdviceTest outage(double back) {
    for (double due = -5_000; due < 0; due += 5) {
      write(due, due + 1, Outcome.OK, 0, ErrorPhase.COMMIT);
    }
    for (double due = back; due < END; due += 5) {
      write(due, due + 1, Outcome.OK, 0, ErrorPhase.COMMIT);
    }
    connect(-6_000, OLD, true);
    timeline.add(new TimelineEvent(ns(0), Kind.FAULT, "node1", ""));
    timeline.add(new TimelineEvent(ns(1), Kind.INJECTED, "node1", ""));
    return this;
  }

  private static long ns(double millis) {
    return T0 + Math.round(millis * 1e6);
  }

  private void write(
      double from, double to, @Nullable Outcome outcome, int code, ErrorPhase phase) {
    operations.add(
        new Operation(
            ProbeKind.WRITER,
            sequence++,
            1,
            true,
            ns(from),
            ns(from),
            outcome == null ? Operation.NEVER : ns(to),
            outcome,
            code,
            "",
            phase,
            from < 0 ? "node1" : "node2",
            Operation.NEVER,
            Operation.NEVER));
  }

  private FailoverAdviceTest connect(double at, String address, boolean connected) {
    connects.add(new Connect(ProbeKind.WRITER, ns(at), ns(at + 1), address, connected));
    return this;
  }

  private List<String> advice(HaMode ha, ApplicationSettings settings) {
    Evidence evidence =
        new Evidence(
            T0,
            ns(-5_000),
            ns(END),
            "node1",
            newPrimary,
            newPrimary.equals("node1") ? null : ns(1_000),
            new ClientLog(operations, connects, List.of()),
            observations,
            timeline,
            List.of(),
            List.of(),
            false,
            Map.of(ProbeKind.WRITER, 200.0));
    Repetition repetition = new FailoverAnalysis(evidence, Limits.USUAL).repetition(1, List.of());
    Remedies remedies = new Remedies(ha, settings.inForce(url), own ? url : null, modes, 1, false);
    return FailoverAdvice.of(evidence, repetition, remedies).stream()
        .map(one -> one.seen() + " | " + one.trying())
        .toList();
  }

  @Test
  void aCleanRepetitionHasNone() {
    outage(1_100).connect(500, OLD, false).connect(800, OLD, false).connect(1_050, NEW, true);
    for (HaMode ha : DriverFamily.MARIADB.modes()) {
      assertThat(advice(ha, AS_SHIPPED)).as(ha.word()).isEmpty();
    }
  }

  @Test
  void aPoolThatPausedAfterVainConnectsIsSaid() {
    outage(2_300).connect(100, OLD, true).connect(300, OLD, false).connect(800, OLD, false);
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).as("nothing was wanted").isEmpty();
    write(500, 2_300, Outcome.OK, 0, ErrorPhase.COMMIT);
    connect(2_250, OLD, true).connect(2_290, OLD, true);
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED))
        .containsExactly(
            "HikariCP tried no connection for 1,250 ms although a server took writes: after 3"
                + " failed tries it pauses, twice as long each time, up to 5 s; a driver that tries"
                + " again itself avoids that | --ha=sequential");
    own = true;
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED).get(0))
        .endsWith("| the primary and its successor in --url (jdbc:mariadb:sequential://A,B/…)");
    // A connect that took so long is no pause.
    connects.add(new Connect(ProbeKind.WRITER, ns(900), ns(2_240), OLD, false));
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).isEmpty();
  }

  @Test
  void aPoolThatHasConnectionsOrNeedsNoneDoesNotBackOff() {
    outage(5_000).connect(100, OLD, false).connect(300, OLD, false).connect(900, NEW, true);
    connect(4_900, NEW, true);
    write(895, 4_890, null, 0, ErrorPhase.STATEMENT);
    assertThat(backOff()).as("writes hang on connections, none waits for one").isFalse();

    write(2_000, 5_000, Outcome.OK, 0, ErrorPhase.COMMIT);
    assertThat(backOff()).isTrue();
    write(905, 910, Outcome.OK, 0, ErrorPhase.COMMIT);
    assertThat(backOff()).as("a connect succeeded").isFalse();
  }

  @Test
  void aPauseThatIsLongerThanThoseOfThePoolIsNoBackOff() {
    outage(31_100).connect(100, OLD, false).connect(300, OLD, false).connect(900, NEW, true);
    connect(31_000, NEW, true);
    write(2_000, 32_000, Outcome.FAILED, 0, ErrorPhase.BORROW);
    write(2_000, 31_100, Outcome.OK, 0, ErrorPhase.COMMIT);
    assertThat(backOff()).isFalse();
  }

  @Test
  void aPauseIsNoCauseWhereTheNextConnectionIsInVainToo() {
    outage(END).connect(100, OLD, false).connect(300, OLD, false).connect(800, OLD, false);
    connect(2_250, OLD, false).connect(5_200, OLD, false);
    write(500, 2_300, Outcome.FAILED, 0, ErrorPhase.BORROW);
    assertThat(backOff()).isFalse();
  }

  private boolean backOff() {
    return advice(HaMode.ENDPOINT, AS_SHIPPED).stream()
        .anyMatch(line -> line.startsWith("HikariCP tried no connection"));
  }

  @Test
  void aPoolWhosePausesDoNotGrowDoesNotBackOff() {
    outage(2_300);
    for (double at = 100; at < 2_300; at += 300) {
      connect(at, OLD, false);
    }
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).isEmpty();
  }

  @Test
  void anAddressThatIsRememberedIsSaid() {
    outage(25_000);
    for (double at = 100; at < 24_900; at += 100) {
      connect(at, OLD, false);
    }
    connect(24_850, NEW, true);
    timeline.add(new TimelineEvent(ns(1_001), Kind.FLIPPED, "node2", ""));
    assertThat(advice(HaMode.DNS, AS_SHIPPED))
        .singleElement()
        .asString()
        .startsWith("new connections went to the old address up to 23,8")
        .endsWith("(networkaddress.cache.ttl) | --dns-ttl=1s");
    assertThat(advice(HaMode.SEQUENTIAL, AS_SHIPPED)).noneMatch(line -> line.contains("ttl"));
    assertThat(advice(HaMode.DNS, TUNED)).as("it has a TTL of 1 s").isEmpty();
  }

  @Test
  void anEndpointThatLeadsElsewhereIsNoRememberedAddress() {
    outage(5_000);
    for (double at = 100; at < 4_900; at += 50) {
      connect(at, OLD, false);
    }
    connect(4_950, OLD, true);
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).isEmpty();
  }

  @Test
  void aServerOnTheDenyListIsSaid() {
    outage(60_200).connect(100, NEW, false);
    for (double at = 200; at < 60_100; at += 50) {
      connect(at, OLD, false);
    }
    connect(60_150, NEW, true);
    assertThat(advice(HaMode.SEQUENTIAL, AS_SHIPPED))
        .containsExactly(
            "the driver avoided 127.0.0.3:3306 for 60,050 ms, of which 59,150 ms after a"
                + " server took writes: its deny list holds 60,000 ms |"
                + " --denied-list-timeout=1s");
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).noneMatch(line -> line.contains("deny list"));
    own = true;
    url = URL + "?deniedListTimeout=1000";
    assertThat(advice(HaMode.SEQUENTIAL, AS_SHIPPED)).as("the URL has it").isEmpty();
  }

  /** Readers and writers share the JVM, and so the list; new connectors have a JVM of their own. */
  @Test
  void aServerThatFailedForReadersIsDeniedToWriters() {
    for (ProbeKind probe : List.of(ProbeKind.READER, ProbeKind.CONNECTOR)) {
      operations.clear();
      connects.clear();
      outage(60_200).connect(2_000, OLD, true).connect(60_150, NEW, true);
      connects.add(new Connect(probe, ns(100), ns(101), NEW, false));
      assertThat(advice(HaMode.SEQUENTIAL, AS_SHIPPED))
          .as("%s", probe)
          .hasSize(probe == ProbeKind.READER ? 1 : 0)
          .allMatch(line -> line.startsWith("the driver avoided 127.0.0.3:3306 for 60,050"));
    }
  }

  /** The driver denies a server as well when a connection to it breaks. */
  @Test
  void aServerWhoseConnectionsBrokeIsDenied() {
    newPrimary = "node1";
    outage(56_200).connect(50, NEW, true).connect(2_000, NEW, true).connect(56_100, OLD, true);
    observations.add(new NodeObservation("node1", "node1", ns(20), ns(21), true, true, false));
    timeline.add(new TimelineEvent(ns(1_000), Kind.HEALED, "node1", ""));
    assertThat(advice(HaMode.SEQUENTIAL, AS_SHIPPED))
        .singleElement()
        .asString()
        .startsWith("the driver avoided 127.0.0.2:3306 for 56,050 ms, of which 55,100 ms");
    connect(30_000, OLD, true);
    assertThat(advice(HaMode.SEQUENTIAL, AS_SHIPPED)).as("it was not denied").isEmpty();
  }

  @Test
  void connectionsToAReadOnlyServerThatThePoolKeepsAreSaid() {
    outage(END);
    for (double due = 0; due < END; due += 5) {
      write(due, due + 1, Outcome.FAILED, 1290, ErrorPhase.STATEMENT);
    }
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED))
        .containsExactly(
            "17,799 writes failed as read-only up to 88,996 ms after a server took writes: the pool"
                + " kept connections to another, which HikariCP's exceptionOverride evicts |"
                + " --settings=tuned",
            "connections to a read-only server were still kept 89,000 ms after another took writes,"
                + " and maxLifetime is 1,800 s | --max-lifetime=30s");
    assertThat(advice(HaMode.ENDPOINT, TUNED)).isEmpty();
    for (ApplicationSettings settings : List.of(AS_SHIPPED, TUNED)) {
      assertThat(advice(HaMode.SEQUENTIAL, settings))
          .containsExactly(
              "17,799 writes failed as read-only up to 88,996 ms after a server took writes: with"
                  + " sequential, new connections go to the first node that answers, even if it is"
                  + " read-only, so evicting connections is not enough | --ha=endpoint"
                  // As shipped, an endpoint alone does not recover either.
                  + (settings.equals(TUNED) ? "" : " --settings=tuned"));
    }
    modes = Set.of(HaMode.SEQUENTIAL);
    assertThat(advice(HaMode.SEQUENTIAL, TUNED)).as("the fault takes no endpoint").isEmpty();
  }

  @Test
  void whereNewConnectionsAreReadOnlyTooEvictingThemIsNotAdvised() {
    outage(END);
    for (double due = 0; due < END; due += 5) {
      write(due, due + 1, Outcome.FAILED, 1290, ErrorPhase.STATEMENT);
    }
    connect(5_000, OLD, true);
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).isEmpty();
  }

  @Test
  void aNodeThatIsNeverTriedForWritesIsSaid() {
    outage(END);
    for (double at = 10; at < END; at += 250) {
      connect(at, OLD, false);
    }
    assertThat(advice(HaMode.REPLICATION, AS_SHIPPED))
        .containsExactly(
            "no write reached the new primary in the 89,000 ms in which it took writes: with"
                + " replication, only the first node of the URL ever gets writes |"
                + " --ha=endpoint --settings=tuned");
    own = true;
    assertThat(advice(HaMode.REPLICATION, TUNED))
        .singleElement()
        .asString()
        .endsWith(
            "| one address that follows the primary, such as an endpoint or a proxy, in --url"
                + " (jdbc:mariadb://ADDRESS/…)");
    write(60_000, 60_001, Outcome.OK, 0, ErrorPhase.COMMIT);
    assertThat(advice(HaMode.REPLICATION, AS_SHIPPED)).as("a write reached it").isEmpty();
  }

  @Test
  void aConnectThatHasNoAnswerIsSaid() {
    outage(30_000).connect(500, OLD, true).connect(29_990, NEW, true);
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).as("nothing was wanted").isEmpty();
    write(700, 30_000, Outcome.OK, 0, ErrorPhase.COMMIT);
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED))
        .containsExactly(
            "a new connection had no answer for 29,490 ms, of which 28,990 ms after a server took"
                + " writes: connectTimeout is 30,000 ms | --connect-timeout=1s");
    assertThat(advice(HaMode.ENDPOINT, TUNED)).isEmpty();
    own = true;
    url = URL + "?connectTimeout=29000";
    assertThat(advice(HaMode.ENDPOINT, TUNED))
        .singleElement()
        .asString()
        .endsWith("connectTimeout is 29,000 ms | connectTimeout=1000 in --url");
    url = URL + "?connectTimeout=900";
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).isEmpty();
  }

  @Test
  void writesToAReadOnlyServerAreSaidWhereThePrimaryStayedTheSame() {
    newPrimary = "node1";
    outage(END);
    for (double due = 0; due < END; due += 5) {
      write(due, due + 1, Outcome.FAILED, 1290, ErrorPhase.STATEMENT);
    }
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).as("nothing saw it writable").isEmpty();
    observations.add(new NodeObservation("node1", "node1", ns(900), ns(1_000), true, true, false));
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("17,999 writes failed as read-only up to 89,996 ms after");
    observations.add(new NodeObservation("node1", "", ns(9_000), ns(10_000), false, false, false));
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).as("it refuses polls").isEmpty();
    observations.add(
        new NodeObservation("node1", "node1", ns(11_000), ns(11_005), true, true, false));
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED).get(0))
        .startsWith("15,999 writes failed as read-only up to 79,996 ms after");
  }

  @Test
  void operationsThatHangWithoutALimitAreSaid() {
    outage(1_100);
    write(-2, 0, null, 0, ErrorPhase.STATEMENT);
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED))
        .containsExactly(
            "1 operation still hung at the end, the oldest for 90.0 s: the driver waits without a"
                + " limit | --socket-timeout=3s");
    assertThat(advice(HaMode.ENDPOINT, TUNED)).isEmpty();
    assertThat(advice(HaMode.REPLICATION, AS_SHIPPED)).hasSize(1);
    connect(500, OLD, false);
    assertThat(advice(HaMode.REPLICATION, AS_SHIPPED)).as("it is reconnecting").isEmpty();
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).hasSize(1);
  }

  @Test
  void theSocketTimeoutOfTheUrlComesBeforeTheSetting() {
    assertThat(AS_SHIPPED.socketTimeoutMillis(URL + "?socketTimeout=30000")).isEqualTo(30_000);
    assertThat(TUNED.socketTimeoutMillis(URL + "?sslMode=disable&socketTimeout=0")).isZero();
    assertThat(TUNED.socketTimeoutMillis(URL)).isEqualTo(3_000);
  }
}
