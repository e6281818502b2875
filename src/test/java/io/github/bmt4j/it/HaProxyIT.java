package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failover.report.FailoverResult;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * HAProxy between application and servers. Its check fails three times, a second apart, before it
 * leaves a server: 2 to 3 s after the server stopped taking writes.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class HaProxyIT {
  private static final double LONGEST_MS = 3_000;

  /** A check on a busy machine takes up to a second, and counts from its begin. */
  private static final double SHORTEST_MS = 1_000;

  private static final String EACH_CONNECTS =
      " --via=haproxy --pool=none --write-rate=50 --read-rate=10";

  @BeforeAll
  static void needHaProxy() {
    ItServers.haproxy();
  }

  /**
   * An application without a pool connects for each write: it adds nothing but a connect, and its
   * first write on the new primary shows when HAProxy led there.
   */
  @Test
  void whatHaProxyAddsToASwitchoverIsThePathsOnMariaDb() throws IOException {
    Failover failover =
        Failover.run(Servers.EMBEDDED, words("--fault=switchover --replicas=1" + EACH_CONNECTS));
    isThePaths(failover);
    Path config = failover.ended().run().resolve("repetition1/haproxy.cfg");
    assertThat(Files.readString(config))
        .contains("inter 1s fall 3 rise 2 on-marked-down shutdown-sessions", " check backup\n");
    assertThat(failover.ended().out())
        .contains("servers found by haproxy", "DOWN after three failures");
  }

  @Test
  void whatHaProxyAddsToASwitchoverIsThePathsOnMySql() {
    isThePaths(Failover.runOnMySql(words("--fault=switchover --replicas=1" + EACH_CONNECTS)));
  }

  private static void isThePaths(Failover failover) {
    FailoverFigures figures = failover.counts().figures();
    Repetition repetition = failover.result().failover().repetitions().get(0);
    assertThat(figures.writeOutageMs()).isBetween(SHORTEST_MS, LONGEST_MS + 500 + Failover.BUSY_MS);
    double promoted = moment(repetition, Kind.PROMOTED, "node2");
    double switched = moment(repetition, Kind.SWITCHED, "node2");
    // The first write on the new primary, by the client's own clock.
    double again =
        failover.operations().stream()
            .filter(row -> row[1].equals("writer") && row[8].equals("OK"))
            .mapToDouble(row -> Double.parseDouble(row[7]))
            .filter(end -> end > promoted)
            .min()
            .orElseThrow();
    assertThat(again).isCloseTo(switched, within(200 + Failover.BUSY_MS));
    assertThat(figures.clientAdded().toMs()).isLessThan(300 + Failover.BUSY_MS);
    // Observers saw the new primary some looks after or before bmt noted it.
    assertThat(figures.pathMs())
        .isPositive()
        .isBetween(switched - promoted - 300 - Failover.BUSY_MS, switched + 1);
    assertThat(figures.lostWrites()).isZero();
  }

  private static double moment(Repetition repetition, Kind what, String node) {
    return repetition.timeline().stream()
        .filter(moment -> moment.what() == what && moment.node().equals(node))
        .findFirst()
        .orElseThrow()
        .atMs();
  }

  /** With and without HAProxy, in turns. */
  @Test
  void aSeriesSaysWhatHaProxyAddsToAKill() {
    Ended ended =
        Bmt.process()
            .run(
                Servers.EMBEDDED.started(
                    words(
                        "failover --repeat=1 --replicas=1 --baseline=2s --settle=1500ms"
                            + " --read-rate=10 --connect-rate=0 --via=haproxy"
                            + " --against=--via=none")));
    assertThat(ended.err()).contains("         B has --via=none\n");
    FailoverFigures with = figures(ended, "A");
    FailoverFigures without = figures(ended, "B");
    assertThat(with.writeOutageMs()).isBetween(SHORTEST_MS, LONGEST_MS + 500 + Failover.BUSY_MS);
    assertThat(with.pathMs()).isPositive();
    assertThat(without.pathMs()).isNull();
    if (ended.code() == 0) {
      assertThat(ended.out())
          .contains("differs  scenario.cluster.via: haproxy | -\n")
          .containsPattern("\npath outage +[\\d,.]+ ms +- ");
    }
  }

  /** Of the last run of a side: one that the machine spoilt is repeated. */
  private static FailoverFigures figures(Ended ended, String side) {
    FailoverResult last =
        ended.stored().stream()
            .filter(stored -> side.equals(stored.labels().get("side")))
            .map(stored -> (FailoverResult) stored.result())
            .reduce((earlier, later) -> later)
            .orElseThrow();
    BusyMachine.atMost(
        last.verdict().texts(), "stdout:\n%s\nstderr:\n%s", ended.out(), ended.err());
    return last.failover().repetitions().get(0).figures();
  }
}
