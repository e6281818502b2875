package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads that are killed in the middle, and finished by the next command. */
class ResumedLoadIT {
  static Stream<Arguments> kills() {
    List<Arguments> kills = new ArrayList<>();
    for (Servers server : List.of(Servers.EMBEDDED, Servers.CONTAINER)) {
      for (double share : new double[] {0.3, 0.7}) {
        kills.add(
            Arguments.of(
                server,
                share,
                "sbtest1",
                600_000,
                "oltp_read_write --tables=2 --table-size=600000"));
      }
    }
    kills.add(
        Arguments.of(Servers.EMBEDDED, 0.5, "orders1", 600_000, "local_storage --rows=600000"));
    kills.add(
        Arguments.of(Servers.EMBEDDED, 0.3, "order_line1", 600_000, "statistics --rows=60000"));
    return kills.stream();
  }

  @ParameterizedTest
  @MethodSource("kills")
  void aKilledLoadIsFinishedAndEqualsAnUndisturbedOne(
      Servers server, double share, String table, int rows, String words) throws Exception {
    Database undisturbed = server.database();
    undisturbed.command().run(prepare(words, 2)).exits(0);
    Database disturbed = server.database();
    try (Running running = disturbed.command().start(prepare(words, 3))) {
      assertThat(
              Await.within(Duration.ofSeconds(60), () -> loaded(disturbed, table) >= share * rows))
          .isTrue();
      running.signal("KILL");
    }
    assertThat(loaded(disturbed, table)).isLessThan(rows);
    Ended finished = disturbed.command().run(prepare(words, 2)).exits(0);
    assertThat(finished.err()).contains("Finishing ", "whose load was cut off");
    assertThat(checksums(disturbed)).isEqualTo(checksums(undisturbed)).isNotEmpty();
    assertThat(
            disturbed.rows(
                "SELECT DISTINCT table_comment FROM information_schema.tables WHERE table_schema = DATABASE()"))
        .containsExactly(List.of(""));
    assertThat(indexes(disturbed)).isEqualTo(indexes(undisturbed)).isNotEmpty();
  }

  @Test
  void anotherSizeIsRefused() throws Exception {
    Database database = Servers.EMBEDDED.database();
    try (Running running = database.command().start(prepare("local_storage --rows=600000", 2))) {
      assertThat(Await.within(Duration.ofSeconds(60), () -> loaded(database, "orders1") >= 50_000))
          .isTrue();
      Ended second = database.command().run(prepare("local_storage --rows=600000", 2)).exits(3);
      assertThat(second.err()).contains("orders1 is being loaded by another command: wait for it");
      running.signal("KILL");
    }
    Ended refused = database.command().run(prepare("local_storage --rows=500000", 2)).exits(2);
    assertThat(refused.err().lines()).singleElement().asString().contains("orders1 is unfinished");
    database.command().run("cleanup", "local_storage").exits(0);
    assertThat(database.rows("SHOW TABLES")).isEmpty();
  }

  private static String[] prepare(String words, int threads) {
    List<String> all = new ArrayList<>(List.of("prepare"));
    all.addAll(Arrays.asList(words.split(" ")));
    all.add("--threads=" + threads);
    return all.toArray(String[]::new);
  }

  private static long loaded(Database database, String table) {
    boolean there =
        database.number(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = '"
                    + table
                    + "'")
            > 0;
    return there ? database.number("SELECT COUNT(*) FROM " + table) : 0;
  }

  private static List<List<String>> checksums(Database database) {
    List<String> tables = database.rows("SHOW TABLES").stream().map(row -> row.get(0)).toList();
    return database.rows("CHECKSUM TABLE " + String.join(", ", tables)).stream()
        .map(row -> List.of(row.get(0).replaceFirst("^.*\\.", ""), row.get(1)))
        .toList();
  }

  private static List<List<String>> indexes(Database database) {
    return database.rows(
        "SELECT table_name, index_name, COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE() GROUP BY 1, 2 ORDER BY 1, 2");
  }
}
