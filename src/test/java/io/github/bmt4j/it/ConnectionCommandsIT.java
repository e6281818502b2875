package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.run.ConnectionFigures;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thousands of idle connections: they end with the command. */
class ConnectionCommandsIT {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String INTERVAL = "\\s*-?\\d+\\.\\d s .*";

  @Tag("extended")
  @ParameterizedTest
  @ValueSource(strings = {"", "--driver=mysql:9.7.0"})
  void ctrlCClosesTwoThousandWithinSeconds(String driver) throws IOException {
    ItServers.ctrlC();
    try (Server server = Servers.EMBEDDED.open("max_connections=2100")) {
      Database database = Database.create(server.target());
      long before = threads(database);
      try (Running run =
          database
              .process()
              .start(
                  words(
                      "run oltp_point_select --table-size=1000 --threads=2 --time=60 --warmup=0"
                          + " --idle-connections=2000 --connect-rate=20 "
                          + driver))) {
        run.awaitOutput(INTERVAL);
        assertThat(threads(database)).isGreaterThanOrEqualTo(before + 2002);
        long from = System.nanoTime();
        run.signal("INT");
        Ended ended = run.await().exits(130);
        assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(SOON);
        RunResult result = ended.result();
        ConnectionFigures.Idle idle =
            Objects.requireNonNull(Objects.requireNonNull(result.connections()).idle());
        assertThat(idle.opened()).isEqualTo(2000);
        assertThat(idle.lost()).isZero();
        assertThat(idle.heapBytesEach()).isBetween(15e3, 96e3);
        assertThat(idle.residentBytesEach()).isBetween(15e3, 500e3);
        assertThat(idle.serverBytesEach()).isBetween(15e3, 500e3);
        assertThat(result.server().counters())
            .containsEntry("Aborted_connects", 0L)
            .containsEntry("Aborted_clients", 0L);
        assertThat(ended.out()).contains("2,000 connections open after ", "none lost");
      }
      Await.until("all are closed", () -> threads(database) <= before);
    }
  }

  @Test
  void theUsersOwnSqlHasThemToo() throws IOException {
    Path file = Bmt.newFolder("connections").resolve("one.sql");
    Files.writeString(file, "SELECT 1;\n");
    RunResult result =
        Servers.EMBEDDED
            .database()
            .command()
            .run(
                words(
                    "run %s --time=2 --warmup=0 --idle-connections=20 --connect-rate=30"
                        + " --fail-if=connects<5",
                    file))
            .measured()
            .result();

    assertThat(Objects.requireNonNull(Objects.requireNonNull(result.connections()).connects()))
        .matches(one -> one.opened() > 30);
    assertThat(result.failedChecks()).isEmpty();
  }

  private static long threads(Database database) {
    return database.number(
        "SELECT variable_value FROM information_schema.global_status"
            + " WHERE variable_name = 'THREADS_CONNECTED'");
  }
}
