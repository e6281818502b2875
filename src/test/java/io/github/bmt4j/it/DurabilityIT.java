package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.Durability;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * New orders of TPC-C that an application was told of, looked for after the primary has changed.
 */
class DurabilityIT {
  private static Durability audited(Failover failover) {
    Durability durability = failover.result().failover().repetitions().get(0).durability();
    assertThat(durability).as(failover.ended().err()).isNotNull();
    assertThat(durability.acknowledged()).isGreaterThan(50);
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
                "--audit=tpcc",
                "--fault=lagging-promotion",
                "--lag=1s",
                "--replicas=1")
            .counts();
    Durability durability = audited(failover);

    assertThat(durability.missing()).isBetween(1L, durability.acknowledged() - 1);
    assertThat(durability.examples())
        .hasSizeBetween(1, 5)
        .allMatch(one -> one.startsWith("missing: set 1, w 1, d "));
    assertThat(failover.result().failedChecks()).contains("repetition 1: " + durability.text());
    failover.ended().exits(1);
  }

  @Tag("extended")
  @Test
  void semiSynchronousReplicasHaveWhatAKilledPrimaryAcknowledged() {
    Failover failover =
        Failover.run(Servers.EMBEDDED, "--audit=tpcc", "--fault=kill", "--semi-sync").counts();

    assertThat(audited(failover).missing()).isZero();
    assertThat(failover.result().failedChecks()).isEmpty();
    assertThat(failover.result().scenario().audit()).isEqualTo("tpcc");
  }
}
