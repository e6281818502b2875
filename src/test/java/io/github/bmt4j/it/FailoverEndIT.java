package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How {@code bmt failover} ends: what is kept, what is refused, and that nothing is left. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class FailoverEndIT {
  private static final Duration SOON = Duration.ofSeconds(90);

  @AutoClose private final Cache cache = Cache.forSignals();
  private final Path tmp = Bmt.newFolder("tmp");

  @Test
  void ctrlCWhileTheLabStartsLeavesNothing() throws IOException {
    ItServers.ctrlC();
    try (Running run = start("--replicas=2")) {
      run.awaitMessage("Starting 3 nodes.*");
      run.signal("INT");
      Ended ended = run.await(SOON).exits(130);
      assertThat(ended.runs()).isEmpty();
      assertThat(ended.err()).doesNotContain("\tat ", "mistake");
      nothingIsLeft(List.of());
    }
  }

  /** Before a promotion, and in the next repetition. */
  @ParameterizedTest
  @CsvSource({"'.* node1 process killed', 1", "'repetition 2 of 3 .*', 2"})
  void ctrlCKeepsWhatWasMeasuredAndLeavesNothing(String line, int repetitions) throws IOException {
    ItServers.ctrlC();
    try (Running run =
        start(
            "--replicas=1 --promotion-delay=2s --baseline=2s --settle=1500ms --write-rate=50"
                + " --read-rate=20")) {
      run.awaitOutput(line);
      List<Long> children = children(run);
      run.signal("INT");
      Ended ended = run.await(SOON).exits(130);
      Failover failover = Failover.of(ended);
      List<Repetition> played = failover.result().failover().repetitions();
      assertThat(failover.result().verdict().status()).isEqualTo(Status.INVALID);
      assertThat(played).hasSize(repetitions);
      assertThat(played.get(repetitions - 1).verdict().texts()).contains("interrupted");
      if (repetitions == 2) {
        assertThat(played.get(0).figures().writeOutageMs()).isGreaterThan(2000);
      }
      assertThat(ended.out()).contains("INVALID", "interrupted");
      nothingIsLeft(children);
    }
  }

  @Test
  void afterAKillTheClientAndTheEndpointEndByThemselvesAndTheNextStartEndsTheServers() {
    try (Running run = start("--replicas=1 --promotion-delay=5s --baseline=2s --write-rate=50")) {
      run.awaitOutput(".* node1 process killed");
      List<Long> children = children(run);
      run.signal("KILL");
      run.await(SOON).exits(137);
      assertThat(cache.processes()).isNotEmpty();
      Await.until(
          "the end of client and endpoint",
          () -> children.stream().filter(pid -> !isServer(pid)).noneMatch(FailoverEndIT::isAlive));
    }
    String there = cache.path().toString();
    try (Running next = Bmt.command().start("lab", "up", "--replicas=1", "--cache-dir", there)) {
      next.awaitOutput("Runs until Ctrl-C.*");
      assertThat(cache.processes()).hasSize(2);
      next.signal("TERM");
      next.await(SOON).exits(0);
    }
    assertThat(cache.processes()).isEmpty();
  }

  @Test
  void aClusterOfOnesOwnIsMeasuredWithATriggerAndLeftAsItWas() throws IOException {
    String cacheFolder = cache.path().toString();
    // Of two replicas, the driver may choose the one that is not promoted, and stays there.
    try (Running up =
        Bmt.command().start("lab", "up", "--replicas=1", "--cache-dir", cacheFolder)) {
      up.awaitOutput("Runs until Ctrl-C.*");
      Properties logins = new Properties();
      try (var file = Files.newBufferedReader(cache.path().resolve("lab/logins"))) {
        logins.load(file);
      }
      String nodes =
          Stream.of("node1", "node2")
              .map(node -> logins.getProperty(node + ".url").replaceAll(".*//|/.*", ""))
              .reduce((a, b) -> a + "," + b)
              .orElseThrow();
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String lab = java + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp " + Bmt.CLASSES;
      lab += " io.github.bmt4j.cli.Main lab ";
      String there = " --cache-dir " + cacheFolder;
      Ended ended =
          Bmt.command()
              .with("BMT_PASSWORD", logins.getProperty("application.password"))
              .start(
                  words(
                      "failover --url=jdbc:mariadb:sequential://%s/bmt?sslMode=disable --user=%s"
                          + " --trigger=%s --write-rate=40 --read-rate=5 --settle=2500ms",
                      nodes,
                      logins.getProperty("application.user"),
                      lab + "kill" + there + " && " + lab + "promote" + there))
              .await(SOON);
      Failover failover = Failover.of(ended).counts();
      assertThat(failover.figures().writeOutageMs()).isPositive();
      assertThat(failover.figures().server().outages().number()).isPositive();
      assertThat(failover.figures().ledger().divergentRows()).isNull();
      assertThat(failover.notes()).noneMatch(note -> note.contains("the only sign"));
      assertThat(failover.result().scenario().ha()).isEqualTo("sequential");
      assertThat(ended.out() + ended.err() + Ended.text(ended.run().resolve("result.json")))
          .doesNotContain(logins.getProperty("application.password"), "cache-dir");
      assertThat(tables(logins)).isEmpty();
    }
  }

  @Test
  @Tag("timing")
  void aTriggerThatChangesNothingMakesTheRunInvalid() {
    try (Server lab = Servers.EMBEDDED.open()) {
      Ended ended = triggered(lab, "true", "--trigger-timeout=2s");
      Failover.of(ended).isInvalidBecause("nothing changed: ");
    }
  }

  @Test
  void aTriggerThatFailsEndsTheRunWithWhatItPrintedAndWithoutSecrets() {
    try (Server lab = Servers.EMBEDDED.open()) {
      String password = lab.target().password().reveal();
      long begun = System.nanoTime();
      Ended ended =
          triggered(
              lab,
              "echo promoting; echo x --password geheim y; echo \"IDENTIFIED BY 'geheim'\";"
                  + " set -- MYSQL_PWD=geheim2 AWS_SECRET_ACCESS_KEY=geheim3; echo $2 $1 "
                  + password
                  + "; echo 'Bearer geheim' >&2; exit 7");
      assertThat(System.nanoTime() - begun).isLessThan(90_000_000_000L);
      Failover.of(ended).isInvalidBecause("the trigger ended with 7: promoting x --password ***");
      assertThat(ended.out())
          .containsSubsequence(
              "waiting for up to 180 s until a node refuses writes",
              "the trigger ended with 7: promoting");
      String log = Ended.text(ended.run().resolve("repetition1/trigger.log"));
      assertThat(log).startsWith("promoting\nx --password *** y\nIDENTIFIED BY ***\n");
      assertThat(ended.out() + ended.err() + log + Ended.text(ended.run().resolve("result.json")))
          .doesNotContain("geheim", password);
    }
  }

  @Test
  @Tag("timing")
  void aServerThatStopsForAThirdOfASecondHasAnOutageWithoutAnError() {
    try (Server lab = Servers.EMBEDDED.open()) {
      long pid = lab.pid().orElseThrow();
      Ended ended = triggered(lab, "kill -STOP " + pid + "; sleep 0.3; kill -CONT " + pid);
      Failover failover = Failover.of(ended).counts();
      assertThat(failover.figures().writeOutageMs()).isBetween(290.0, 1000.0);
      assertThat(failover.result().failover().repetitions().get(0).errors()).isEmpty();
      assertThat(failover.notes())
          .anyMatch(note -> note.startsWith("writes stalled without an"))
          .anyMatch(note -> note.contains("the only sign that the trigger changed anything"));
    }
  }

  @Test
  @Tag("timing")
  void aServerThatFlapsIsDegradedForAsLongAsItFlapsAndFailsTheLimit() {
    try (Server lab = Servers.EMBEDDED.open()) {
      long pid = lab.pid().orElseThrow();
      String flap = "kill -STOP " + pid + "; sleep 0.4; kill -CONT " + pid + "; sleep 0.05; ";
      Failover failover =
          Failover.of(triggered(lab, flap.repeat(6), "--max-write-outage=2s")).counts();
      assertThat(failover.figures().writeOutageMs()).isBetween(390.0, 2000.0);
      assertThat(failover.figures().writes().stalls().number()).isGreaterThan(2);
      assertThat(failover.figures().writes().degradedMs()).isBetween(2000.0, 15_000.0);
      assertThat(failover.ended().out())
          .containsSubsequence(" degraded ", "FAILED   repetition 1 had a degraded time of ")
          .containsSubsequence("  degraded time  ", "  write outage  ");
      failover.ended().exits(1);
    }
  }

  private static Ended triggered(Server lab, String trigger, String... more) {
    String[] line =
        words(
            "failover --url=%s --user=%s --trigger=%s --baseline=2s --settle=1500ms"
                + " --connect-rate=0",
            lab.target().url(), lab.target().user(), trigger);
    return Bmt.command()
        .with("BMT_PASSWORD", lab.target().password().reveal())
        .run(Stream.concat(Stream.of(line), Stream.of(more)).toArray(String[]::new));
  }

  private static List<String> tables(Properties logins) {
    try (var connection =
            java.sql.DriverManager.getConnection(
                logins.getProperty("node2.url"),
                logins.getProperty("admin.user"),
                logins.getProperty("admin.password"));
        var rows = connection.createStatement().executeQuery("SHOW TABLES LIKE 'bmt%'")) {
      return rows.next() ? List.of(rows.getString(1)) : List.of();
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aClusterThatCannotBeReachedIsSaidInOneLine() {
    String line = "failover --url=jdbc:mariadb://127.0.0.1:1/x?sslMode=disable --trigger=true";
    Ended ended = Bmt.command().run(words(line)).exits(3);
    assertThat(ended.err()).contains("bmt: cannot connect to jdbc:mariadb:");
    assertThat(ended.runs()).isEmpty();
  }

  private Running start(String more) {
    return Bmt.command()
        .with("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + tmp)
        .with("XDG_CACHE_HOME", tmp.toString())
        .start(
            words(
                "failover --repeat=3 --target %s --cache-dir %s " + more,
                Servers.EMBEDDED.target(),
                cache.path()));
  }

  private static List<Long> children(Running run) {
    return ProcessHandle.of(run.pid()).stream()
        .flatMap(ProcessHandle::descendants)
        .map(ProcessHandle::pid)
        .toList();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  private static boolean isServer(long pid) {
    return ProcessHandle.of(pid)
        .map(process -> process.info().command().orElse("").contains("mariadbd"))
        .orElse(false);
  }

  private void nothingIsLeft(List<Long> children) throws IOException {
    assertThat(children).noneMatch(FailoverEndIT::isAlive);
    assertThat(cache.processes()).isEmpty();
    assertThat(cache.servers()).isEmpty();
    // The user's private folder stays, without anything in it.
    try (Stream<Path> files = Files.walk(tmp)) {
      assertThat(
              files
                  .map(tmp::relativize)
                  .map(Path::toString)
                  .filter(file -> !file.isEmpty() && !file.startsWith("hsperf"))
                  .filter(file -> !file.matches("bmt4j(/work)?")))
          .isEmpty();
    }
  }
}
