package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Acknowledged writes that the ledger of the new primary has, or lacks, on MariaDB. */
class LostWritesIT {
  @Tag("extended")
  @Test
  void writesThatALaggingReplicaLacksAreLost() {
    Failover failover =
        Failover.run(Servers.EMBEDDED, words("--fault=lagging-promotion --lag=1s --replicas=1"))
            .counts();
    FailoverFigures figures = failover.figures();

    // Those acknowledged while the replica received nothing; nothing else writes the ledger.
    assertThat(figures.lostWrites())
        .isBetween(acknowledged(failover, 950), acknowledged(failover, 1000 + Failover.BUSY_MS));
    assertThat(figures.ledger().divergentRows())
        .isBetween(figures.lostWrites(), figures.lostWrites() + 10);
    assertThat(figures.roles().staleReads()).isPositive();
    assertThat(failed(failover))
        .containsExactly(
            String.format("repetition 1 lost %,d acknowledged writes", figures.lostWrites()));
    failover.ended().exits(1);
  }

  /** But that writes were not back at their rate at the end, as on a busy machine. */
  private static List<String> failed(Failover failover) {
    return failover.result().failedChecks().stream()
        .filter(check -> !check.contains("not recovered"))
        .toList();
  }

  /** Writes that succeeded in the last milliseconds before the fault, or after it. */
  private static long acknowledged(Failover failover, double beforeMs) {
    return failover.operations().stream()
        .filter(row -> row[1].equals("writer") && row[8].equals("OK"))
        .filter(row -> row[12].equals("node1") && Double.parseDouble(row[7]) > -beforeMs)
        .count();
  }

  @Tag("extended")
  @Test
  void semiSynchronousReplicasHaveWhatAKilledPrimaryAcknowledged() {
    Failover failover =
        Failover.run(Servers.EMBEDDED, "--fault=kill", "--semi-sync", "--replicas=1").counts();

    assertThat(failover.figures().lostWrites()).isZero();
    assertThat(failed(failover)).isEmpty();
  }
}
