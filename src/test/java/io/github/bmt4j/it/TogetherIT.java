package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands at once on one database: each is exact, or refused before it has touched anything. */
@Execution(ExecutionMode.CONCURRENT)
class TogetherIT {
  private static final String ALTER =
      "alter --change=add-column --algorithm=instant --table-size=1000 --threads=1"
          + " --while=oltp_read_write --baseline=%s --after=1 --repeat=1";

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void tablesThatARunUsesAreLeftAlone(Servers server) {
    Database database = server.database();
    Bmt bmt = database.command();
    String load = " --table-size=1000 --threads=1 --think=5ms --warmup=0";
    bmt.run(words("prepare oltp_read_only --table-size=1000")).exits(0);
    try (Running run = bmt.start(words("run oltp_read_only --time=60" + load))) {
      run.awaitOutput("data .*");
      refuses(bmt.run("cleanup", "oltp_read_only", "--yes"), "tables sbtest*");
      refuses(bmt.run(words(ALTER, 1)), "tables sbtest*");
      assertThat(database.number("SELECT COUNT(*) FROM sbtest1")).isEqualTo(1000);
      bmt.run(words("run oltp_read_write --time=1" + load)).measured();
      bmt.run(words("prepare statistics --table-size=1000")).exits(0);
      bmt.run(words("cleanup statistics --table-size=1000 --yes")).exits(0);
      run.signal("INT");
      assertThat(run.await().err()).doesNotContain("another bmt command");
    }
    bmt.run("cleanup", "oltp_read_only", "--yes").exits(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void ofTwoThatMakeAndDropATableOneIsRefused(Servers server) {
    Database database = server.database();
    Bmt bmt = database.command();
    try (Running alter = bmt.start(words(ALTER, 60))) {
      alter.awaitMessage(".*1 of 1: .*");
      refuses(bmt.run(words(ALTER, 1)), "tables sbtest*");
      refuses(
          bmt.run(words("run oltp_read_only --table-size=1000 --time=1 --warmup=0 --threads=1")),
          "tables sbtest*");
      alter.signal("KILL");
      alter.await();
    }
    Await.until("the end of its connection", () -> connections(database) == 0);
    bmt.run("cleanup", "oltp_read_only", "--yes").exits(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void twoStartedAtOnceAreExactOrRefused(Servers server) {
    Database database = server.database();
    Bmt bmt = database.command();
    String ladder = "run local_storage --ladder=1000,2000 --repeat=1";
    for (String line : List.of(ALTER.replace("%s", "1"), ladder)) {
      try (Running one = bmt.start(words(line));
          Running other = bmt.start(words(line))) {
        List<Ended> ended = List.of(one.await(), other.await());
        assertThat(ended).extracting(Ended::code).anyMatch(code -> code != 2);
        for (Ended end : ended) {
          if (end.code() == 2) {
            refuses(end, "tables ");
          } else {
            end.measured();
          }
        }
      }
      assertThat(database.rows("SHOW TABLES")).isEmpty();
    }
  }

  private static void refuses(Ended refused, String what) {
    assertThat(refused.exits(2).err().lines())
        .singleElement()
        .asString()
        .contains("another bmt command is using " + what)
        .containsPattern(" \\(connection \\d+ of \\w+@\\S+ since \\d{4}-.*: KILL \\d+");
  }

  private static long connections(Database database) {
    return database.number(
        "SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE() AND id <>"
            + " CONNECTION_ID()");
  }
}
