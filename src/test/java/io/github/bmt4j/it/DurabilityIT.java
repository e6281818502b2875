package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.Durability;
import io.github.bmt4j.failover.figures.FailoverFigures;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * New orders of TPC-C that an application was told of, looked for after the primary has changed.
 */
class DurabilityIT {
  private static Durability audited(Failover failover) {
    Durability durability = failover.result().failover().repetitions().get(0).durability();
    assertThat(durability).as(failover.ended().err()).isNotNull();
    assertThat(durability.acknowledged()).isGreaterThan(20);
    assertThat(durability.rolledBackFound()).isZero();
    assertThat(durability.unknownFound()).isLessThanOrEqualTo(durability.unknown());
    assertThat(durability.unexplained()).isZero();
    assertThat(durability.brokenRules()).isEmpty();
    assertThat(failover.ended().out().replaceAll("\\s+", " ")).contains(durability.text());
    return durability;
  }

  @Tag("extended")
  @Test
  void ordersThatALaggingReplicaLacksAreMissing() {
    Failover failover =
        Failover.run(
                Servers.EMBEDDED,
                words("--audit=tpcc --fault=lagging-promotion --lag=1s --replicas=1"))
            .counts();
    Durability durability = audited(failover);
    FailoverFigures figures = failover.figures();

    assertThat(durability.missing()).isBetween(1L, durability.acknowledged() - 1);
    // What was acknowledged while the replica received nothing; nothing else writes the ledger.
    assertThat(figures.lostWrites())
        .isBetween(acknowledged(failover, 950), acknowledged(failover, 1000 + Failover.BUSY_MS));
    assertThat(figures.ledger().divergentRows())
        .isBetween(figures.lostWrites(), figures.lostWrites() + 10);
    assertThat(figures.roles().staleReads()).isPositive();
    assertThat(durability.examples())
        .hasSizeBetween(1, 5)
        .allMatch(one -> one.startsWith("missing: set 1, w 1, d "));
    assertThat(failed(failover))
        .containsExactlyInAnyOrder(
            "repetition 1: " + durability.text(),
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
        Failover.run(
                Servers.EMBEDDED, "--audit=tpcc", "--fault=kill", "--semi-sync", "--replicas=1")
            .counts();

    assertThat(audited(failover).missing()).isZero();
    assertThat(failed(failover)).isEmpty();
    assertThat(failover.result().scenario().load().audit().workload()).isEqualTo("tpcc");
  }
}
