package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.server.ItServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Nodes of a real Galera cluster that are lost under an application, by the command; {@code
 * GaleraClusterIT} kills the primary.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class GaleraIT {
  private static final double SUSPECT_MS = 3_000;

  @BeforeAll
  static void whereItIsInstalled() {
    ItServers.galera();
  }

  private static Failover run(String more) {
    // No wait for the disk, whose stalls would look like the cluster's.
    String usual =
        "--topology=galera --suspect-timeout=3s --write-rate=50 --pool-timeout=15s"
            + " --server-option=innodb_flush_log_at_trx_commit=2 ";
    return Failover.run(Servers.LOCAL, words(usual + more)).counts();
  }

  @Test
  void allCommitsStallWithoutAnErrorWhenAnotherNodeIsKilled() {
    Failover killed = run("--fault=kill-other");
    losesNothing(killed);
    assertThat(killed.figures().writeOutageMs())
        .isBetween(SUSPECT_MS - 500, SUSPECT_MS + 2_000 + Failover.BUSY_MS);
    assertThat(killed.figures().server().outages().longestMs()).isGreaterThan(SUSPECT_MS - 500);
    assertThat(killed.result().failover().repetitions().get(0).errors())
        .noneMatch(error -> error.probe().equals(ProbeKind.WRITER));
    assertThat(killed.ended().out())
        .contains("topology galera --suspect-timeout=3000ms, 3 nodes")
        .containsPattern("node1 stalled +node2 stalled +node3 down");
    if (killed.result().verdict().reasons().isEmpty()) {
      assertThat(killed.ended().out()).contains("Writes stopped for ", " without a single error");
    }
    assertThat(killed.notes())
        .anyMatch(note -> note.startsWith("no node took a write for ") && note.contains("Galera"));
  }

  @Test
  void anIsolatedNodeRefusesStatementsAndTheOthersLoseNothing() {
    Failover isolated = run("--fault=isolate --return-after=6s");
    losesNothing(isolated);
    assertThat(isolated.result().failover().repetitions().get(0).timeline())
        .extracting(moment -> moment.what().word())
        .containsSubsequence("fault", "injected", "promoted", "returned");
    assertThat(isolated.ended().out()).containsPattern("node1 error +node2 WRITABLE");
  }

  private static void losesNothing(Failover failover) {
    FailoverFigures figures = failover.figures();
    assertThat(figures.lostWrites()).isZero();
    assertThat(figures.ledger().duplicates()).isZero();
    assertThat(failover.writesAtTheEnd()).isTrue();
  }
}
