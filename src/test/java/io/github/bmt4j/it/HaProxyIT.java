package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failover.report.FailoverResult;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.StartOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
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
    assertThat(figures.writeOutageMs())
        .as("stdout:\n%s\nstderr:\n%s", failover.ended().out(), failover.ended().err())
        .isBetween(SHORTEST_MS, LONGEST_MS + 500 + Failover.BUSY_MS);
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
    if (figures.clientAdded() == null) { // The servers of a busy machine did not answer observers.
      assertThat(failover.notes())
          .anyMatch(note -> note.startsWith("client-added outage is unknown: no server refused "));
    } else {
      assertThat(figures.clientAdded().toMs()).isLessThan(300 + Failover.BUSY_MS);
    }
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
                            + " --write-rate=50 --read-rate=10 --connect-rate=0 --via=haproxy"
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

  /** Nothing but HAProxy listens at the addresses to which the load connects. */
  @Test
  void aLoadGoesThroughHaProxyToTheNodesThatItUses() throws IOException {
    Ended ended =
        Bmt.process()
            .run(
                Servers.EMBEDDED.started(
                    words(
                        "run oltp_point_select --tables=1 --table-size=1000 --threads=2 --time=2"
                            + " --rate=100 --warmup=0 --repeat=1 --nodes=2 --via=haproxy"
                            + " --against=--via=none")));
    RunResult with = run(ended, "A");
    RunResult without = run(ended, "B");
    assertThat(Objects.requireNonNull(with.endpoints()))
        .extracting(EndpointFigures::url)
        .satisfiesExactly(
            first -> assertThat(first).startsWith("jdbc:mariadb://127.0.1.2:"),
            second -> assertThat(second).startsWith("jdbc:mariadb://127.0.1.3:"));
    assertThat(with.endpoints()).allSatisfy(one -> assertThat(one.transactions()).isPositive());
    assertThat(Objects.requireNonNull(without.endpoints()).get(0).url())
        .startsWith("jdbc:mariadb://127.0.0.2:");
    if (ended.code() == 0) { // A busy machine makes runs that are not compared.
      assertThat(ended.out()).contains("differs  scenario.cluster.via: haproxy | -\n");
    }
    List<Path> configs =
        ended.runs().stream().map(run -> run.resolve("haproxy.cfg")).filter(Files::exists).toList();
    assertThat(configs).isNotEmpty();
    assertThat(Files.readString(configs.get(0))).contains("listen node1\n", "listen node2\n");
  }

  private static RunResult run(Ended ended, String side) {
    return ended.stored().stream()
        .filter(stored -> side.equals(stored.labels().get("side")))
        .map(stored -> (RunResult) stored.result())
        .findFirst()
        .orElseThrow();
  }

  /** An application without a pool connects for each read: HAProxy alone spreads them. */
  @Test
  void haProxySpreadsReadsAndUsesAReplicaAgainThatReturned() throws IOException {
    Balance balance =
        Balance.run(
                words(
                    "--via=haproxy --pool=none --replicas=2 --read-rate=50 --read-time=20ms"
                        + " --write-rate=20 --baseline=2 --return-after=5 --time=8"))
            .counts();
    assertThat(balance.server("node2").operations().before().share()).isBetween(0.4, 0.6);
    assertThat(balance.figures().readsOffPrimary().before()).isEqualTo(1);
    String lost = balance.figures().moments().lostServer();
    assertThat(balance.server(lost).operations().during().share()).isLessThan(0.05);
    // UP after two good checks, a second apart.
    assertThat(balance.figures().rebalanceMs()).isBetween(0.0, 5_000.0);
    assertThat(Files.readString(balance.ended().run().resolve("haproxy.cfg")))
        .contains("listen primary\n", "listen replicas\n", "    balance leastconn\n");
    assertThat(balance.ended().out())
        .contains("balance by haproxy", "HAProxy gives each connection to the replica")
        .doesNotContain("may take longer than this run");
  }

  @Test
  void aLabHasAnAddressForWritesThatFollowsThePrimaryAndOneForReads() throws Exception {
    try (Cache cache = Cache.withBinaries();
        Running lab =
            Bmt.command()
                .start(
                    words(
                        "lab up --replicas=2 --via=haproxy --target=%s --cache-dir=%s",
                        Servers.EMBEDDED.target(), cache.path()))) {
      lab.awaitOutput("Runs until Ctrl-C.*");
      Properties logins = new Properties();
      try (BufferedReader file = Files.newBufferedReader(cache.path().resolve("lab/logins"))) {
        logins.load(file);
      }
      String out = Ended.text(lab.folder().resolve("out"));
      assertThat(serverId(out, "writes", logins)).isEqualTo(serverId(out, "primary", logins));
      assertThat(List.of(serverId(out, "reads", logins), serverId(out, "reads", logins)))
          .doesNotContain(serverId(out, "primary", logins));
      long pid = lab.descendant("haproxy.cfg");
      assertThat(lab.commandLines()).doesNotContain(logins.getProperty("admin.password"));

      request(cache, "switchover node3");
      long third = serverId(logins.getProperty("node3.url"), logins);
      Await.until("writes go to node3", () -> leadsTo(third, out, logins));
      request(cache, "down");
      lab.await().exits(0);
      assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }
  }

  private static void request(Cache cache, String request) {
    Bmt.command().run(words("lab " + request + " --cache-dir=" + cache.path())).exits(0);
  }

  /** While HAProxy has no server that is UP, it leads nowhere. */
  private static boolean leadsTo(long server, String out, Properties logins) {
    try {
      return serverId(out, "writes", logins) == server;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Of the server to which a URL leads that the lab has shown. */
  private static long serverId(String out, String what, Properties logins) {
    String url =
        out.lines()
            .map(line -> line.split("\\s+", 3))
            .filter(words -> words.length == 3 && words[1].equals(what))
            .map(words -> words[2])
            .findFirst()
            .orElseThrow();
    return serverId(url, logins);
  }

  private static long serverId(String url, Properties logins) {
    return new Database(
            StartOptions.DATABASE,
            url,
            logins.getProperty("application.user"),
            logins.getProperty("application.password"))
        .number("SELECT @@server_id");
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
