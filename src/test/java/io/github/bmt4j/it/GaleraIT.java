package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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

  private static final String INIT =
      """
      CREATE TABLE hot (id INT PRIMARY KEY, k BIGINT NOT NULL);
      INSERT INTO hot SELECT seq, 0 FROM seq_1_to_50;
      """;

  private static final String PAY =
      """
      \\set a random(1, 50)
      \\set b random(1, 50)
      BEGIN;
      SELECT k FROM hot WHERE id = :a;
      UPDATE hot SET k = k + 1 WHERE id = :a;
      UPDATE hot SET k = k + 1 WHERE id = :b;
      COMMIT;
      """;

  @BeforeAll
  static void whereItIsInstalled() {
    ItServers.galera();
  }

  private static Failover run(String more) {
    // No wait for the disk, whose stalls would look like the cluster's.
    String usual =
        "--topology=galera --suspect-timeout=3s --write-rate=50 --pool-property=connectionTimeout=15s"
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
    if (killed.result().verdict().texts().isEmpty()) {
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

  /** A writer on each node: what a statement says there is no deadlock of one server. */
  @Test
  void conflictsAreCountedAsTheServersCountThem() throws IOException {
    Path folder = Bmt.newFolder("conflicts");
    Path init = Files.writeString(folder.resolve("init.sql"), INIT);
    Path sql = Files.writeString(folder.resolve("pay.sql"), PAY);
    String line =
        "run %s --init-file=%s --threads=3 --time=3 --warmup=0 --topology=galera --target=local"
            + " --max-retries=1000 --server-option=innodb_snapshot_isolation=ON";
    Ended ended = Bmt.command().run(words(line, sql, init)).exits(0);
    RunResult run =
        (RunResult) new RunStore(ended.folder().resolve("runs")).read("latest").result();

    Map<String, Long> counters = Objects.requireNonNull(run.server()).counters();
    long failures = counters.get("wsrep_local_cert_failures");
    long aborts = counters.get("wsrep_local_bf_aborts");
    long commits = attempts(run, "certification");
    long statements = attempts(run, "conflict");
    assertThat(commits + statements).isPositive().isBetween(failures, failures + aborts);
    assertThat(statements).isLessThanOrEqualTo(aborts);
    assertThat(attempts(run, "statement")).isZero();
    assertThat(counters.get("Innodb_deadlocks")).isZero();
    assertThat(ended.out())
        .contains(
            String.format(
                Locale.ROOT,
                "%,d attempts with 1213, %,d of them in statements: all conflicts with other",
                commits + statements,
                statements));
  }

  private static long attempts(RunResult run, String phase) {
    return run.errorsByCode().stream()
        .filter(error -> error.code() == 1213 && error.phase().equals(phase))
        .mapToLong(RunResult.ErrorCount::count)
        .sum();
  }

  private static void losesNothing(Failover failover) {
    FailoverFigures figures = failover.figures();
    assertThat(figures.lostWrites()).isZero();
    assertThat(figures.ledger().duplicates()).isZero();
    assertThat(failover.writesAtTheEnd()).isTrue();
  }
}
