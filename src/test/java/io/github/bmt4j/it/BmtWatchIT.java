package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.failover.watch.WatchResult;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.server.Child;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code bmt watch} as users call it. */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class BmtWatchIT {
  @Test
  void ctrlCIsTheEndOfAQuietWindowAndNothingIsLeft() throws Exception {
    try (Server server = open();
        Running running = watch(server, "")) {
      awaitWindow(running);
      assertThat(tables(server)).isEqualTo(2);
      Thread.sleep(6_000);
      running.signal("INT");
      Ended ended = running.await().exits(0);
      WatchResult result = ended.result(WatchResult.class);
      assertThat(result.watch().outages()).isEmpty();
      assertThat(ended.out())
          .containsPattern("no outage in \\d+ s; one of up to \\d+ ms could not have been told");
      assertThat(tables(server)).isZero();
    }
  }

  @Test
  void whatWasSeenIsThereAfterAKillAndShown() throws Exception {
    try (Server server = open();
        Running running = watch(server, "")) {
      awaitWindow(running);
      Thread.sleep(3_000);
      long pid = server.pid().orElseThrow();
      Child.signal("STOP", pid);
      running.awaitOutput(".*outage begins");
      Thread.sleep(1_000);
      Child.signal("CONT", pid);
      running.awaitOutput(".*outage ended: writes out for .*");
      Thread.sleep(2_000);
      running.processes().forEach(ProcessHandle::destroyForcibly);
      Ended ended = running.await();
      Ended shown = Bmt.command().run(words("show --runs-dir=%s latest", runs(ended))).exits(0);
      assertThat(shown.out()).contains("1 outage in ", " stopped writes for ", "cut off");
      WatchResult result = (WatchResult) new RunStore(runs(ended)).read("latest").result();
      assertThat(result.watch().outages()).hasSize(1);
      assertThat(result.watch().windowMs()).isGreaterThan(4_000);
    }
  }

  /** Ctrl-C ends this window before its time. */
  @Test
  void aMachineThatStoodStillIsSaidAndIsNoOutage() throws Exception {
    try (Server server = open();
        Running running = watch(server, " --time=2m")) {
      awaitWindow(running);
      Thread.sleep(3_000);
      List<Long> all = running.processes().map(ProcessHandle::pid).toList();
      for (long pid : all) {
        Signals.send("STOP", pid);
      }
      Thread.sleep(3_000);
      for (long pid : all) {
        Signals.send("CONT", pid);
      }
      Thread.sleep(5_000);
      running.signal("INT");
      Ended ended = running.await().exits(130);
      assertThat(ended.result(WatchResult.class).watch().outages()).isEmpty();
      assertThat(ended.out())
          .contains("no outage in ", "the client itself stood still for 3.", "no outage of the");
    }
  }

  @Test
  void aLoginThatMayOnlyReadIsEnough() throws Exception {
    try (Server server = open()) {
      Queries.execute(
          server.target(),
          "CREATE USER reader IDENTIFIED BY 'secret'",
          "GRANT SELECT ON *.* TO reader");
      try (Running running =
          Bmt.command()
              .with("BMT_PASSWORD", "secret")
              .start(
                  words(
                      "watch --url=%s --user=reader --no-writes --time=5s --node=%s",
                      url(server), node(server)))) {
        Ended ended = running.await().exits(0);
        WatchResult result = ended.result(WatchResult.class);
        assertThat(result.watch().outages()).isEmpty();
        assertThat(result.watch().operations()).containsOnlyKeys("reader", "connector");
        assertThat(result.watch().observed()).isTrue();
        assertThat(tables(server)).isZero();
      }
    }
  }

  @Test
  void anOutageBeyondTheLimitsEndsWithOne() throws Exception {
    try (Server server = open();
        Running running = watch(server, " --max-write-outage=1s --fail-if=out>500ms")) {
      awaitWindow(running);
      Thread.sleep(3_000);
      long pid = server.pid().orElseThrow();
      Child.signal("STOP", pid);
      Thread.sleep(1_500);
      Child.signal("CONT", pid);
      running.awaitOutput(".*outage ended: writes out for .*");
      running.signal("INT");
      Ended ended = running.await().exits(1);
      assertThat(ended.out()).contains("FAILED", "--max-write-outage is 1,000 ms", "out>500ms");
      assertThat(ended.result(WatchResult.class).watch().outages()).hasSize(1);
    }
  }

  /** Waits until a first result is stored, which is when the window has begun. */
  private static void awaitWindow(Running running) {
    running.awaitOutput("window .*");
    Path runs = running.folder().resolve("runs");
    Await.until(
        "a window",
        () ->
            Ended.folders(runs).stream()
                .anyMatch(folder -> Files.exists(folder.resolve("result.json"))));
  }

  private static Server open() throws Exception {
    return ItServers.open(ItServers.embedded());
  }

  private static Running watch(Server server, String more) {
    return Bmt.command()
        .with("BMT_PASSWORD", server.target().password().reveal())
        .start(
            words(
                "watch --url=%s --user=%s --node=%s" + more,
                url(server),
                server.target().user(),
                node(server)));
  }

  private static String url(Server server) {
    return server.target().url();
  }

  private static String node(Server server) {
    InetSocketAddress address = JdbcUrl.addresses(server.target().url()).get(0);
    return address.getHostString() + ":" + address.getPort();
  }

  private static int tables(Server server) {
    try {
      return Integer.parseInt(
          Queries.one(
              server.target(),
              "SELECT COUNT(*) FROM information_schema.tables WHERE table_name LIKE 'bmt%'"));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path runs(Ended ended) {
    return ended.folder().resolve("runs");
  }
}
