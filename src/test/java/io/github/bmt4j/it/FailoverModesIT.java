package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Summary.Spread;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * How the application finds the primary after it has changed, by the command: planned changes,
 * modes of {@code --ha} and names.
 */
@Execution(ExecutionMode.CONCURRENT)
class FailoverModesIT {
  /** Away from drivers that choose among the nodes: all connections go to the primary. */
  private static final String AWAY = "--ha=endpoint --settings=tuned";

  @Tag("extended")
  @Test
  void aPlannedChangeIsNeverNoticedByAPoolThatKeepsItsConnections() {
    Failover failover =
        Failover.run(
                Servers.EMBEDDED,
                words("--fault=switchover --deadline=6s --replicas=1 --write-rate=200"))
            .counts();
    if (!failover.ended().out().contains("INVALID")) { // A busy machine stopped the client.
      failover.ended().exits(1);
      assertThat(failover.ended().out())
          .contains("FAILED   repetition 1: writes had not recovered");
      assertThat(advised(failover, "readOnly")).containsExactly("--settings=tuned");
    }
    assertThat(failover.figures().writes().outageAtLeastMs()).isGreaterThan(4_000);
    assertThat(failover.errors(1290)).isGreaterThan(500);
    assertThat(failover.figures().roles().misrouted().writesMs()).isGreaterThan(4_000);
  }

  /** Killed sessions throw them away too: {@link AuroraIT}. */
  @Tag("extended")
  @Test
  void aPlannedChangeIsShortWhenConnectionsAreThrownAway() {
    Failover failover =
        Failover.run(Servers.EMBEDDED, "--fault=switchover", "--replicas=1", "--settings=tuned")
            .counts();
    assertThat(failover.result().scenario().settings().profile().word()).isEqualTo("tuned");
    assertThat(failover.figures().lostWrites()).isZero();
    Double outage = failover.figures().writeOutageMs();
    Double open = failover.figures().writes().outageAtLeastMs();
    // A change that hides in the noise of a busy machine has no outage, and a client that a busy
    // machine stops has one at the end.
    assertThat(outage == null ? 0 : outage).isLessThan(2 * Failover.BUSY_MS);
    assertThat(open == null ? 0 : open).isLessThan(2 * Failover.BUSY_MS);
    if (!failover.ended().out().contains("INVALID")) {
      assertThat(open).isNull();
    }
    assertThat(advised(failover, "readOnly")).isEmpty();
  }

  @Tag("extended")
  @Test
  void replicationWithoutItsFirstHostTakesNoWrites() {
    Failover failover =
        // Semi-synchronous: else the kill may lose a write, which is a failed check too.
        Failover.run(
                Servers.EMBEDDED,
                words(
                    "--ha=replication --semi-sync --replicas=1 --deadline=6s"
                        + " --max-write-outage=20s"))
            .counts();
    assertThat(failover.figures().writeOutageMs()).isNull();
    assertThat(failover.figures().client().addedAtLeastMs()).isGreaterThan(4_000);
    Spread spread = failover.result().failover().summary().get("writes.outageMs");
    if (failover.ended().out().contains("INVALID")) {
      return; // A busy machine stopped the client.
    }
    assertThat(spread.atLeast()).containsExactly("median", "min", "max");
    // The driver may hold operations in its search for a primary until the end.
    assertThat(failover.result().failedChecks())
        .filteredOn(check -> !check.contains("at the end") && !check.contains("not recovered"))
        .singleElement()
        .asString()
        .matches("repetition 1 had a write outage of at least .*, and --max-write-outage is 20,.*");
    failover.ended().exits(1);
    assertThat(advised(failover, "unusedPrimary")).containsExactly(AWAY);
  }

  @Tag("extended")
  @Test
  void sequentialFailsFastOnTheReplicaUntilItIsPromoted() {
    Failover failover =
        Failover.run(
                Servers.EMBEDDED,
                words(
                    "--ha=sequential --read-ha=loadbalance --replicas=1 --promotion-delay=2s"
                        + " --max-write-outage=1s --write-rate=200"))
            .counts();
    FailoverFigures figures = failover.figures();
    assertThat(figures.writeOutageMs()).isBetween(2000.0, 2000 + Failover.BUSY_MS);
    // Readers know the replica alone.
    assertThat(figures.reads().outageMs() == null ? 0 : figures.reads().outageMs())
        .isLessThan(Failover.BUSY_MS);
    assertThat(failover.ended().out()).contains("over a pool of their own (loadbalance)");
    assertThat(failover.operations())
        .filteredOn(operation -> operation[1].equals("reader"))
        .isNotEmpty()
        .allMatch(operation -> operation[12].matches("node2|"));
    assertThat(failover.errors(1290)).isGreaterThan(200);
    failover.ended().exits(1);
    assertThat(failover.result().failedChecks())
        .filteredOn(check -> !check.contains(" lost ") && !check.contains("not recovered"))
        .singleElement()
        .asString()
        // On a busy machine the time with few writes may be longer than that without any.
        .matches(
            "repetition 1 had a (write outage|degraded time) of .*, and --max-write-outage is 1,000"
                + " ms");
    assertThat(failover.ended().out()).contains("FAILED   repetition 1 had a ");
  }

  @Tag("extended")
  @Test
  void anOldPrimaryThatReturnsWritableTakesWritesThatAreNowhereElseUnlessAnEndpointLeadsAway() {
    CompletableFuture<Failover> away = CompletableFuture.supplyAsync(() -> oldPrimaryReturns(AWAY));
    Failover failover = oldPrimaryReturns("--ha=sequential");
    Failover better = away.join();
    FailoverFigures figures = failover.figures();
    assertThat(figures.roles().splitBrainWrites()).isPositive();
    assertThat(figures.ledger().divergentRows())
        .isGreaterThanOrEqualTo(figures.roles().splitBrainWrites());
    assertThat(failover.result().failedChecks())
        // On a busy machine writes may not be back at their rate at the end.
        .filteredOn(check -> !check.contains("not recovered"))
        .singleElement()
        .asString()
        .contains(" lost ");
    failover.ended().exits(1);

    if (!failover.ended().out().contains("INVALID")) { // A busy machine stopped the client.
      assertThat(advised(failover, "splitBrain")).containsExactly(AWAY);
    }
    assertThat(better.figures().roles().splitBrainWrites()).isZero();
    assertThat(advised(better, "splitBrain")).isEmpty();
  }

  private static Failover oldPrimaryReturns(String ha) {
    return Failover.run(
        Servers.EMBEDDED,
        // Each operation connects, and the driver does not shun node1 any more.
        words(
            "--replicas=1 --fault=old-primary-returns-writable --return-after=1s --pool=none"
                + " --denied-list-timeout=2s --settle=5s --deadline=20s --write-rate=50"
                + " --read-rate=20 "
                + ha));
  }

  /** The options to try for a cause. */
  private static List<String> advised(Failover failover, String cause) {
    return failover.result().failover().repetitions().get(0).advice().stream()
        .filter(advice -> advice.cause().equals(cause))
        .map(Advice::trying)
        .toList();
  }
}
