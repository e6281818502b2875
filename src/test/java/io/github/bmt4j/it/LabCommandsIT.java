package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Listening;
import io.github.bmt4j.server.StartOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What {@code lab up}, {@code status}, {@code promote}, {@code kill} and {@code down} do. */
@Execution(ExecutionMode.CONCURRENT)
class LabCommandsIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String UP = "Runs until Ctrl-C.*";

  @AutoClose private final Cache cache = Cache.withBinaries();

  @Test
  void aLabIsUpUntilItIsToldToGoDown() throws Exception {
    try (Running up = up("--replicas=2")) {
      up.awaitOutput(UP);
      assertThat(cache.processes()).hasSize(3);
      Listening.onlyOnLoopback(up.processes());
      assertThat(status()).containsExactly("primary", "replica", "replica");
      Logins logins = new Logins();
      logins.of("node1").execute("CREATE TABLE t (a INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
      assertThat(watched(up)).contains("jdbc:");
      // Replicas receive it when they do, and a primary that is killed sends nothing more.
      for (Database replica : List.of(logins.of("node2"), logins.of("node3"))) {
        Await.until(
            "the row on a replica",
            () ->
                !replica.rows("SHOW TABLES LIKE 't'").isEmpty()
                    && replica.number("SELECT COUNT(*) FROM t") == 1);
      }
      // A planned change: the old primary follows. After a promotion alone there would be two.
      assertThat(lab("switchover node2").exits(0).out()).isEqualTo("node2 is the primary.\n");
      assertThat(status()).containsExactly("replica", "primary", "replica");
      assertThat(lab("switchover node1").exits(0).out()).isEqualTo("node1 is the primary.\n");
      assertThat(lab("kill").exits(0).out()).isEqualTo("Killed node1.\n");
      assertThat(cache.processes()).hasSize(2);
      assertThat(lab("kill node1").exits(3).err()).isEqualTo("bmt: node1 is down\n");
      assertThat(lab("promote node3").exits(0).out()).isEqualTo("node3 is the primary.\n");
      assertThat(status()).containsExactly("down", "replica", "primary");
      logins.of("node3").execute("INSERT INTO t VALUES (2)");
      assertThat(lab("promote").exits(0).out()).isEqualTo("node2 is the primary.\n");

      assertThat(lab("down").exits(0).out()).isEqualTo("The lab is down.\n");
      assertThat(cache.processes()).isEmpty();
      Ended ended = up.await(SOON).exits(0);
      assertThat(ended.out() + ended.err()).doesNotContain(logins.passwords());
      nothingIsLeft();
    }
    assertThat(lab("status").exits(3).err())
        .isEqualTo("bmt: no lab is running; bmt lab up starts one\n");
  }

  @Tag("extended")
  @Test
  void downEndsWhatAKilledLabLeft() throws IOException {
    try (Running up = up("--replicas=1")) {
      up.awaitOutput(UP);
      up.signal("KILL");
      up.await(SOON);
    }
    assertThat(cache.processes()).hasSize(2);
    assertThat(lab("down").exits(0).out())
        .isEqualTo("Stopped the servers that killed commands had left.\n");
    assertThat(cache.processes()).isEmpty();
    assertThat(cache.path().resolve("lab")).doesNotExist();
    assertThat(lab("down").exits(3).err()).startsWith("bmt: no lab is running");
  }

  /** Nor does it wait for a promotion, which waits for a replica that cannot apply. */
  @Test
  void ctrlCEndsALabAlsoWhenItsNodesAreFrozen() throws Exception {
    ItServers.ctrlC();
    try (Running up = up("--replicas=1 --semi-sync")) {
      up.awaitOutput(UP);
      Logins logins = new Logins();
      Database replica = logins.of("node2", "admin");
      logins.of("node1").execute("CREATE TABLE t (a INT PRIMARY KEY)");
      Await.until("the table", () -> !replica.rows("SHOW TABLES").isEmpty());
      try (Connection holder = replica.connect();
          Statement statement = holder.createStatement()) {
        statement.execute("LOCK TABLES t WRITE");
        logins.of("node1").execute("INSERT INTO t VALUES (1)");
        Await.until(
            "a row that is not applied",
            () ->
                replica.number(
                        "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'system"
                            + " user' AND state LIKE 'Waiting for table%'")
                    > 0);
        Signals.send("STOP", up.descendant("/node1/"));
        assertThat(status()).containsExactly("frozen", "replica");
        CompletableFuture<Ended> promotion =
            CompletableFuture.supplyAsync(() -> lab("promote node2"));
        Await.pass(Duration.ofMillis(500));
        assertThat(promotion).isNotDone();
        up.signal("INT");
        up.await(SOON).exits(0);
        assertThat(promotion.join().exits(3).err()).startsWith("bmt: ").hasLineCount(1);
        nothingIsLeft();
      }
    }
  }

  @Tag("extended")
  @Test
  void aCacheHasOneLab() {
    try (Running up = up("--replicas=1")) {
      up.awaitOutput(UP);
      assertThat(lab("up").exits(3).err())
          .startsWith("bmt: a lab is already running (process " + up.pid() + ")");
      assertThat(lab("kill node9").exits(2).err()).contains("node1, node2");
      assertThat(status()).containsExactly("primary", "replica");
      lab("down").exits(0);
      up.await(SOON).exits(0);
    }
  }

  private void nothingIsLeft() {
    assertThat(cache.processes()).isEmpty();
    assertThat(cache.servers()).isEmpty();
    assertThat(cache.path().resolve("lab/control")).doesNotExist();
    assertThat(cache.path().resolve("lab/logins")).doesNotExist();
  }

  private Running up(String more) {
    return Bmt.command().start(line("up --target=%s " + more, Servers.EMBEDDED.target()));
  }

  private Ended lab(String request) {
    return Bmt.command().run(line(request));
  }

  private String[] line(String request, Object... values) {
    return words("lab " + request + " --cache-dir=" + cache.path(), values);
  }

  /** The roles of the nodes, in the order of their names. */
  private List<String> status() {
    return lab("status")
        .exits(0)
        .out()
        .lines()
        .skip(1)
        .map(line -> line.split("\\s+", 3)[1])
        .toList();
  }

  /** Output of watch, called as the lab says. */
  private String watched(Running up) throws IOException, InterruptedException {
    String line =
        Ended.text(up.folder().resolve("out"))
            .lines()
            .filter(text -> text.startsWith("watch "))
            .findFirst()
            .orElseThrow()
            .replaceFirst("watch +", "");
    Process shell =
        new ProcessBuilder("sh", "-c", "bmt() { echo $BMT_PASSWORD $*; }; " + line).start();
    String[] words =
        new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .strip()
            .split(" ", 2);
    assertThat(shell.waitFor()).isZero();
    return Bmt.command()
        .with("BMT_PASSWORD", words[0])
        .run((words[1] + " --time=5s").split(" "))
        .exits(0)
        .out();
  }

  /** The file that tells the owner of the lab how to log in. */
  private final class Logins {
    private final Properties properties = new Properties();

    Logins() throws IOException {
      Path file = cache.path().resolve("lab/logins");
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      try (var reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      }
    }

    String[] passwords() {
      return new String[] {
        properties.getProperty("application.password"), properties.getProperty("admin.password")
      };
    }

    /** The database of a node, as the application sees it. */
    Database of(String node) {
      return of(node, "application");
    }

    Database of(String node, String login) {
      return new Database(
          StartOptions.DATABASE,
          properties.getProperty(node + ".url"),
          properties.getProperty(login + ".user"),
          properties.getProperty(login + ".password"));
    }
  }
}
