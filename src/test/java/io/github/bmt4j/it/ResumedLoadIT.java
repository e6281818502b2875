package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads that are killed in the middle, and finished by the next command. */
@Tag("extended")
class ResumedLoadIT {
  /** What loads that nobody disturbed have given, by server and words. */
  private static final Map<String, Database> UNDISTURBED = new HashMap<>();

  private static final int MOST_ATTEMPTS = 5;

  static Stream<Arguments> kills() {
    List<Arguments> kills = new ArrayList<>();
    String oltp = "oltp_read_write --tables=2 --table-size=100000";
    kills.add(Arguments.of(Servers.MYSQL, 70, oltp));
    kills.add(Arguments.of(Servers.EMBEDDED, 50, "oltp_insert --secondary --table-size=100000"));
    kills.add(Arguments.of(Servers.EMBEDDED, 30, "statistics --table-size=10000"));
    return kills.stream();
  }

  @ParameterizedTest
  @MethodSource("kills")
  void aKilledLoadIsFinishedAndEqualsAnUndisturbedOne(Servers server, int percent, String words)
      throws Exception {
    Database undisturbed = undisturbed(server, words);
    long rows = loaded(undisturbed);
    Database disturbed = server.database();
    killed(disturbed, prepare(words, 3), () -> loaded(disturbed) >= rows * percent / 100);
    Ended finished = disturbed.command().run(prepare(words, 2)).exits(0);
    assertThat(finished.err())
        .contains("Finishing ", "whose load was cut off")
        .containsPattern(
            "Loaded \\d+ rows of \\d tables? in .*; [1-9]\\d* rows were there already");
    assertThat(checksums(disturbed)).isEqualTo(checksums(undisturbed)).isNotEmpty();
    assertThat(comments(disturbed)).containsExactly(List.of(""));
    assertThat(indexes(disturbed)).isEqualTo(indexes(undisturbed)).isNotEmpty();
  }

  /** {@code TpccTablesIT} does the same to MariaDB. */
  @Test
  void anIndexThatIsBeingMadeWhenTheCommandIsKilledIsNotMadeTwice() throws Exception {
    Database database = Servers.MYSQL.database();
    killed(
        database,
        prepare("oltp_point_select --table-size=250000", 2),
        () ->
            database.number(
                    "SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE() AND"
                        + " info LIKE 'CREATE INDEX%'")
                > 0);
    Ended finished =
        database
            .command()
            .run("run", "oltp_point_select", "--table-size=250000", "--warmup=0", "--events=100");
    assertThat(finished.err())
        .contains("Finishing sbtest1, whose load was cut off.")
        .contains("Loaded 0 rows of 1 table in ")
        .contains("; 250000 rows were there already.")
        .doesNotContain("bmt: ");
    assertThat(indexes(database))
        .containsExactly(List.of("sbtest1", "k_1", "1"), List.of("sbtest1", "PRIMARY", "1"));
    assertThat(comments(database)).containsExactly(List.of(""));
  }

  @Test
  void twoCommandsAtOnceLoadATableOnce() throws Exception {
    Database database = Servers.EMBEDDED.database();
    String[] words = prepare("oltp_read_only --tables=3 --table-size=100000", 2);
    try (Running one = database.command().start(words);
        Running other = database.command().start(words)) {
      List<Ended> ended = List.of(one.await(), other.await());
      assertThat(ended).extracting(Ended::code).contains(0).isSubsetOf(0, 3);
      assertThat(ended).extracting(Ended::err).noneMatch(e -> e.contains("gives no lock"));
      assertThat(ended)
          .filteredOn(e -> e.code() != 0)
          .allSatisfy(e -> assertThat(e.err()).contains("is being loaded by another command"));
    }
    for (int table = 1; table <= 3; table++) {
      assertThat(loaded(database, "sbtest" + table)).isEqualTo(100_000);
    }
    assertThat(comments(database)).containsExactly(List.of(""));
  }

  @Test
  void aTableOfSomebodyElseIsNotTouchedForItsComment() throws Exception {
    Database database = Servers.EMBEDDED.database();
    database.execute(
        "CREATE TABLE sbtest1 (id INT PRIMARY KEY) COMMENT = 'bmt4j is loading 10 rows, or so'",
        "INSERT INTO sbtest1 VALUES (77)");
    Ended refused = database.command().run(prepare("oltp_read_only --table-size=10", 1)).exits(2);
    assertThat(refused.err()).contains("sbtest1 is unfinished, and was to have other rows");
    assertThat(database.rows("SELECT id FROM sbtest1")).containsExactly(List.of("77"));
    assertThat(comments(database)).containsExactly(List.of("bmt4j is loading 10 rows, or so"));
  }

  @Test
  void oneSeedGivesTheSameRowsOnMariaDbAndMySql() {
    assertThat(sums(Servers.MYSQL)).isEqualTo(sums(Servers.EMBEDDED)).hasSize(4);
  }

  private static List<List<String>> sums(Servers server) {
    Database database = server.database();
    for (String words :
        List.of(
            "oltp_read_write --tables=2 --table-size=5000 --rand-seed=7",
            "statistics --table-size=3100")) {
      database.command().run(prepare(words, 3)).exits(0);
    }
    return Stream.of("sbtest1", "sbtest2", "orders1", "order_line1").map(database::sums).toList();
  }

  @Test
  void anotherSizeIsRefused() throws Exception {
    Database database = Servers.EMBEDDED.database();
    try (Running running =
        database.command().start(prepare("local_storage --table-size=5000000", 2))) {
      assertThat(Await.within(Duration.ofSeconds(60), () -> loaded(database, "orders1") >= 50_000))
          .isTrue();
      Ended second =
          database.command().run(prepare("local_storage --table-size=5000000", 2)).exits(3);
      assertThat(second.err()).contains("orders1 is being loaded by another command: wait for it");
      Ended dropping = database.command().run("cleanup", "local_storage", "--yes").exits(3);
      assertThat(dropping.err()).contains("orders1 is being loaded by another command");
      running.signal("KILL");
    }
    Ended refused =
        database.command().run(prepare("local_storage --table-size=250000", 2)).exits(2);
    assertThat(refused.err().lines()).singleElement().asString().contains("orders1 is unfinished");
    database.command().run("cleanup", "local_storage", "--yes").exits(0);
    assertThat(database.rows("SHOW TABLES")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "LOCAL", "MYSQL"})
  void documentedRightsAreEnoughWithAndWithoutAlter(Servers server) throws Exception {
    Database database = server.database();
    String rights = documentedRights();
    assertThat(rights).contains(", ALTER");
    Database documented = withRights(database, "documented", rights);
    Ended marked =
        documented.command().run(prepare("oltp_read_write --table-size=500", 2)).exits(0);
    assertThat(marked.err()).doesNotContain("lacks the right");
    documented
        .command()
        .run("run", "oltp_read_write", "--table-size=500", "--warmup=0", "--events=100")
        .measured();
    documented.command().run("cleanup", "oltp_read_write", "--yes").exits(0);

    Database few = withRights(database, "few", rights.replace(", ALTER", "").replace(", DROP", ""));
    Ended plain = few.command().run(prepare("oltp_read_write --table-size=500", 2)).exits(0);
    assertThat(plain.err().lines())
        .filteredOn(line -> line.contains("This login lacks the right ALTER"))
        .hasSize(1);
    assertThat(comments(database)).containsExactly(List.of(""));
    assertThat(loaded(database)).isEqualTo(500);
    few.command()
        .run("run", "oltp_read_write", "--table-size=500", "--warmup=0", "--events=100")
        .measured();
  }

  @Test
  void aLoginWithoutAlterIsToldThatItCannotFinish() throws Exception {
    Database database = Servers.EMBEDDED.database();
    killed(
        database, prepare("oltp_point_select --table-size=400000", 2), () -> loaded(database) > 0);
    Database few = withRights(database, "unable", documentedRights().replace(", ALTER", ""));
    Ended refused = few.command().run(prepare("oltp_point_select --table-size=400000", 2)).exits(3);
    assertThat(refused.err())
        .contains("sbtest1 is unfinished, and this login lacks the right ALTER to finish it");
    assertThat(comments(database).toString()).contains("bmt4j is loading ");
  }

  @Test
  void aLoginWithFewConnectionsLoadsWithThose() throws Exception {
    Database database = Servers.EMBEDDED.database();
    Database limited = withRights(database, "limited", documentedRights());
    database.execute("ALTER USER " + limited.user() + " WITH MAX_USER_CONNECTIONS 5");
    Ended ended =
        limited.command().run(prepare("oltp_point_select --table-size=400000", 8)).exits(0);

    assertThat(ended.err())
        .containsPattern("no room for more connections \\(error 1226\\): [1-4] of");
    assertThat(loaded(database)).isEqualTo(400_000);
    limited.command().run("cleanup", "oltp_point_select", "--yes").exits(0);
  }

  /** What our page tells users to grant. */
  private static String documentedRights() throws IOException {
    Path page = Path.of("..", "..", "docs", "how-to", "run-against-your-server.md");
    Matcher grant =
        Pattern.compile("(?m)^GRANT (.*) ON sbtest\\.\\* TO bench;$")
            .matcher(Files.readString(page));
    assertThat(grant.find()).isTrue();
    return grant.group(1);
  }

  private static Database withRights(Database database, String user, String rights) {
    String login = user + database.name();
    database.execute(
        "CREATE USER " + login + " IDENTIFIED BY 'secret'",
        "GRANT " + rights + " ON " + database.name() + ".* TO " + login);
    return new Database(database.name(), database.url(), login, "secret");
  }

  /** Kills a load in the middle; one that was faster than we are is done again. */
  private static void killed(Database database, String[] words, BooleanSupplier middle) {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      try (Running running = database.command().start(words)) {
        Await.until("the middle", () -> !running.isAlive() || middle.getAsBoolean());
        running.signal("KILL");
        running.await();
      }
      if (comments(database).toString().contains("bmt4j is loading ")) {
        return;
      }
      for (List<String> table : database.rows("SHOW TABLES")) {
        database.execute("DROP TABLE " + table.get(0));
      }
    }
    throw new AssertionError("the load was never in the middle");
  }

  private static String[] prepare(String words, int threads) {
    List<String> all = new ArrayList<>(List.of("prepare"));
    all.addAll(Arrays.asList(words.split(" ")));
    all.add("--threads=" + threads);
    return all.toArray(String[]::new);
  }

  private static Database undisturbed(Servers server, String words) {
    return UNDISTURBED.computeIfAbsent(
        server + " " + words,
        key -> {
          Database database = server.database();
          database.command().run(prepare(words, 2)).exits(0);
          return database;
        });
  }

  /** How many rows all tables have. */
  private static long loaded(Database database) {
    return database.rows("SHOW TABLES").stream()
        .mapToLong(row -> database.number("SELECT COUNT(*) FROM " + row.get(0)))
        .sum();
  }

  private static long loaded(Database database, String table) {
    boolean there =
        database.number(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND"
                    + " table_name = '"
                    + table
                    + "'")
            > 0;
    return there ? database.number("SELECT COUNT(*) FROM " + table) : 0;
  }

  private static List<List<String>> comments(Database database) {
    return database.rows(
        "SELECT DISTINCT table_comment FROM information_schema.tables WHERE table_schema ="
            + " DATABASE()");
  }

  private static List<List<String>> checksums(Database database) {
    List<String> tables = database.rows("SHOW TABLES").stream().map(row -> row.get(0)).toList();
    return database.rows("CHECKSUM TABLE " + String.join(", ", tables)).stream()
        .map(row -> List.of(row.get(0).replaceFirst("^.*\\.", ""), row.get(1)))
        .toList();
  }

  private static List<List<String>> indexes(Database database) {
    return database.rows(
        "SELECT table_name, index_name, COUNT(*) FROM information_schema.statistics WHERE"
            + " table_schema = DATABASE() GROUP BY 1, 2 ORDER BY 1, 2");
  }
}
