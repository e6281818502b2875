package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of a user's servers share the reads. */
class OwnSpreadTest {
  private static final double LOSS = 10;

  @Test
  void replicasDoWhetherTheyTakeReadsOrNot() {
    assertThat(servers(new SpreadLog(10, "r1", "r2").reads("r1", 0, 5, 10), "p", "r1", "r2"))
        .containsExactly(
            new PoolServer("p", true, false),
            new PoolServer("r1", false, true),
            new PoolServer("r2", false, true));
  }

  @Test
  void aPrimaryDoesFromHalfOfAnEvenShareOn() {
    SpreadLog half = new SpreadLog(10, "r1", "r2").reads("p", 0, 5, 4).reads("r1", 0, 5, 20);
    SpreadLog less = new SpreadLog(10, "r1", "r2").reads("p", 0, 5, 4).reads("r1", 0, 5, 21);

    assertThat(servers(half, "p", "r1", "r2").get(0)).isEqualTo(new PoolServer("p", true, true));
    assertThat(servers(less, "p", "r1", "r2").get(0)).isEqualTo(new PoolServer("p", true, false));
  }

  @Test
  void readsThatAPrimaryTakesOverAfterALossAreNoShare() {
    SpreadLog log = new SpreadLog(10, "r1").reads("r1", 0, LOSS, 10).reads("p", LOSS, 20, 50);

    assertThat(servers(log, "p", "r1"))
        .containsExactly(new PoolServer("p", true, false), new PoolServer("r1", false, true));
  }

  @Test
  void aServerThatNobodyNamedIsThereAndSharesAsAPrimaryDoes() {
    SpreadLog log =
        new SpreadLog(10, "r1")
            .reads("r1", 0, 5, 10)
            .reads("9@x", 0, 5, 10)
            .reads("8@y", 11, 12, 9);

    assertThat(servers(log, "p", "r1"))
        .containsExactly(
            new PoolServer("p", true, false),
            new PoolServer("r1", false, true),
            new PoolServer("9@x", false, true),
            new PoolServer("8@y", false, false));
  }

  private static List<PoolServer> servers(SpreadLog log, String... nodes) {
    BalanceEvidence evidence = log.until(20);
    return OwnSpread.servers(
        Arrays.asList(nodes),
        "p",
        evidence.client(),
        evidence.fromNanos() + Math.round(LOSS * 1e9));
  }
}
