package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.server.ItServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Changes of the primary on MySQL, by the command: outages that are known, and what is lost. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class MySqlFailoverIT {
  /** MySQL's servers need more of a busy machine. */
  private static final String[] SLOWLY = {"--write-rate=100", "--read-rate=20"};

  /** One run for both: a start of MySQL's servers takes seconds. */
  @Test
  void aReplicaIsPromotedAfterAKnownTimeAndWhatItLacksIsLostAndCounted() {
    Failover failover =
        run(words(
                "--fault=lagging-promotion --lag=1s --promotion-delay=1500ms --replicas=1"
                    + " --driver=mysql:9.7.0"))
            .counts();
    FailoverFigures figures = failover.figures();
    assertThat(figures.server().outages().longestMs()).isBetween(1480.0, 1500 + Failover.BUSY_MS);
    assertThat(figures.writeOutageMs()).isBetween(1500.0, 2800 + Failover.BUSY_MS);
    assertThat(figures.ledger().duplicates()).isZero();
    // 100 a second, all of the last second and of what a busy machine adds to it.
    assertThat(figures.lostWrites()).isBetween(80L, 300 + (long) Failover.BUSY_MS / 10);
    assertThat(figures.ledger().divergentRows())
        .isBetween(figures.lostWrites(), figures.lostWrites() + 10);
    assertThat(failover.result().failedChecks())
        .contains(String.format("repetition 1 lost %,d acknowledged writes", figures.lostWrites()));
    failover.ended().exits(1);
    assertThat(failover.result().environment().driver().name()).isEqualTo("MySQL Connector/J");
    assertThat(failover.ended().out()).contains("on local MySQL ", ", a primary and 1 replica");
    assertThat(failover.result().scenario().cluster().target()).isEqualTo(ItServers.mysql().word());
  }

  @Test
  void aGroupElectsAnotherPrimaryAndLosesNothing() {
    Failover failover =
        run(words(
                "--topology=group --settings=tuned"
                    + " --server-option=group_replication_member_expel_timeout=0"))
            .counts();
    FailoverFigures figures = failover.figures();
    // A silent node is suspected after 5 s, and expelled at once.
    assertThat(figures.server().outages().longestMs()).isBetween(4_500.0, 30_000.0);
    assertThat(figures.lostWrites()).isZero();
    assertThat(failover.ended().out()).contains("is primary and takes writes");
  }

  @Test
  void aGroupTakesNoPromotionDelay() {
    Ended ended =
        Bmt.command()
            .run(
                words(
                    "failover --target=%s --topology=group --promotion-delay=1s",
                    ItServers.mysql().word()))
            .exits(2);
    assertThat(ended.err())
        .contains("--promotion-delay does not fit topology group, whose servers elect");
  }

  private static Failover run(String... words) {
    String[] all = new String[SLOWLY.length + words.length];
    System.arraycopy(SLOWLY, 0, all, 0, SLOWLY.length);
    System.arraycopy(words, 0, all, SLOWLY.length, words.length);
    return Failover.runOnMySql(all);
  }
}
