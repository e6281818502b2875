package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.ClientDriver;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A line for each cause that a repetition shows, and none for what it does not show. */
class FailoverAdviceTest extends AdvisedStory {
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
    looksAtTheOldPrimary(false);
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED))
        .containsExactly(
            "HikariCP tried no connection for 1,250 ms although a server took writes: after 3"
                + " failed tries it pauses, twice as long each time, up to 5 s; a driver that tries"
                + " again itself avoids that | --ha=sequential");
    looksAtTheOldPrimary(true);
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED).get(0))
        .as("the driver would find the old primary, and stay there")
        .endsWith("; a new connection for each transaction has no such pause | --pool=none");
    looksAtTheOldPrimary(false);
    own = true;
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED).get(0))
        .endsWith("| the primary and its successor in --url (jdbc:mariadb:sequential://A,B/…)");
    // A connect that took so long is no pause.
    connects.add(new Connect(ProbeKind.WRITER, ns(900), ns(2_240), OLD, false));
    assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED)).isEmpty();
  }

  /** A way that was cut for a time: no second node would have helped, and a read-only one harms. */
  @Test
  void whereThePrimaryStayedTheSameNoSecondNodeIsAdvised() {
    newPrimary = "node1";
    outage(2_300).connect(100, OLD, true).connect(300, OLD, false).connect(800, OLD, false);
    write(500, 2_300, Outcome.OK, 0, ErrorPhase.COMMIT);
    connect(2_250, OLD, true).connect(2_290, OLD, true);
    timeline.add(new TimelineEvent(ns(1_000), Kind.HEALED, "node1", ""));
    looksAtTheOldPrimary(true);
    for (boolean outside : new boolean[] {false, true}) {
      own = outside;
      assertThat(advice(HaMode.ENDPOINT, AS_SHIPPED))
          .singleElement()
          .asString()
          .startsWith("HikariCP tried no connection for 1,250 ms")
          .endsWith("| --pool=none");
    }
  }

  private void looksAtTheOldPrimary(boolean answers) {
    observations.clear();
    observations.add(new NodeObservation("node1", "node1", ns(-9), ns(-8), true, true, false));
    observations.add(
        new NodeObservation(
            "node1", answers ? "node1" : "", ns(END - 9), ns(END - 8), answers, answers, false));
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

  /** The servers died one after the other: the driver had turned to the second before it broke. */
  @Test
  void aServerThatBrokeAfterTheFaultIsDenied() {
    outage(61_008).connect(340, NEW, true);
    for (double at = 934; at < 61_000; at += 50) {
      connect(at, OLD, false);
    }
    connect(61_004, NEW, true);
    assertThat(advice(HaMode.SEQUENTIAL, AS_SHIPPED))
        .containsExactly(
            "the driver avoided 127.0.0.3:3306 for 60,070 ms, of which 60,004 ms after a"
                + " server took writes: its deny list holds 60,000 ms |"
                + " --denied-list-timeout=1s");
  }

  /** As recorded with Connector/J 2.7, which asks all servers and goes back to the old name. */
  @Test
  void aNameThatIsRememberedByADriverThatAsksTheServersIsSaid() {
    outage(14_000).connect(-5_900, NEW, true).connect(98, NEW, true);
    for (double at = 100; at < 13_940; at += 20) {
      connect(at, OLD, false);
    }
    HaMode aurora = DriverFamily.MARIADB_2.mode("--ha", "aurora", mode -> true);
    assertThat(advice(aurora, AS_SHIPPED)).as("it never turned elsewhere").isEmpty();
    connect(13_955, NEW, true).connect(14_062, OLD, false);
    assertThat(advice(aurora, AS_SHIPPED))
        .containsExactly(
            "new connections went to the old address up to 12,920 ms after another server took"
                + " writes: the JVM caches names for 30 s (networkaddress.cache.ttl)"
                + " | --dns-ttl=1s");
    assertThat(advice(aurora, TUNED)).isEmpty();
    write(1_200, 1_201, Outcome.OK, 0, ErrorPhase.COMMIT);
    assertThat(advice(aurora, AS_SHIPPED)).as("it wrote by an address that it knew").isEmpty();
  }

  /** As recorded with the AWS wrapper, whose monitor gives up a server after 30 s. */
  @Test
  void aDriverThatTurnsElsewhereAfterALongSilenceNeedsALimit() {
    ClientDriver wrapper = new ClientDriver("aws:4.3.0", List.of(), Map.of());
    ApplicationSettings shipped =
        ApplicationSettings.of(ApplicationSettings.Profile.AS_SHIPPED, 10, wrapper);
    HaMode aurora = DriverFamily.AWS.mode("--ha", "aurora", mode -> true);
    outage(35_100).connect(5_037, OLD, true);
    write(26, 30_032, Outcome.FAILED, 0, ErrorPhase.BORROW);
    connect(28_223, NEW, true).connect(35_508, NEW, true);
    assertThat(advice(aurora, shipped))
        .containsExactly(
            "for 27,223 ms after another server took writes, the old one answered nothing, refused"
                + " nothing, and no connection was opened elsewhere: the driver waits without a"
                + " limit | --socket-timeout=3s");
    assertThat(advice(aurora, shipped.inForce(URL + "?socketTimeout=3000"))).isEmpty();
    connect(900, OLD, false);
    assertThat(advice(aurora, shipped)).as("it is reconnecting").isEmpty();
  }

  /** No error 1290 can come: neither eviction nor another mode helps. */
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
