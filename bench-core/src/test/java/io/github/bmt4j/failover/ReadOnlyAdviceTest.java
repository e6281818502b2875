package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Advice where writes went to a server that was read-only, or to none. */
class ReadOnlyAdviceTest extends AdvisedStory {
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
                + " and maxLifetime is 1,800 s | --pool-property=maxLifetime=30s");
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
  void whereTheLoginWritesPastReadOnlyItIsTheOnlyCause() {
    outage(END);
    for (double due = 0; due < END; due += 5) {
      operations.add(
          new Operation(
              ProbeKind.WRITER,
              sequence++,
              1,
              true,
              ns(due),
              ns(due),
              ns(due + 1),
              Outcome.OK,
              0,
              "",
              ErrorPhase.COMMIT,
              "node1",
              Operation.NEVER,
              Operation.NEVER));
    }
    connect(5_000, OLD, true);
    for (double at = 500; at < END; at += 20) {
      observations.add(
          new NodeObservation("node1", "node1", ns(at), ns(at + 1), true, false, true));
    }
    own = true;
    assertThat(advice(HaMode.SEQUENTIAL, AS_SHIPPED))
        .containsExactly(
            "17,895 writes ended OK on a server that was read-only: this login may write there, so"
                + " no error makes pool or driver look for the primary | a login without SUPER,"
                + " READ ONLY ADMIN and CONNECTION_ADMIN in --user");
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
}
