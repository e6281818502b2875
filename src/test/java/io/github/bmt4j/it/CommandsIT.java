package io.github.bmt4j.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.workload.Catalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code prepare}, {@code run}, {@code cleanup} and {@code list} do to tables, and say. */
class CommandsIT {
  private static final String[] SHORT = {"--warmup=0", "--events=200"};

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void runUsesWhatIsPreparedAndCleanupDropsIt(Servers server) {
    Database database = server.database();
    Ended prepare = bmt(database, "prepare", "--tables=2", "--table-size=1000").exits(0);
    assertThat(prepare.err()).contains("Preparing sbtest1 to sbtest2 with 2,000 rows in all.");
    assertThat(prepare.out()).contains("is prepared");
    assertThat(database.number("SELECT COUNT(*) FROM sbtest1")).isEqualTo(1000);
    assertThat(database.number("SELECT COUNT(*) FROM sbtest2")).isEqualTo(1000);
    List<List<String>> before = checksums(database);

    Ended again = bmt(database, "prepare", "--tables=2", "--table-size=1000").exits(0);
    assertThat(again.err()).contains("Using sbtest1 to sbtest2 as found.");
    Ended readOnly =
        database
            .command()
            .run("run", "oltp_read_only", "--tables=2", "--table-size=1000", SHORT[0], SHORT[1])
            .measured();
    assertThat(readOnly.err())
        .contains("Using sbtest1 to sbtest2 as found.")
        .doesNotContain("Preparing");
    assertThat(checksums(database)).isEqualTo(before);

    RunResult written =
        bmt(database, "run", "--tables=2", "--table-size=1000", SHORT[0], SHORT[1])
            .measured()
            .result();
    assertThat(written.totals().writes()).isPositive();
    assertThat(checksums(database)).isNotEqualTo(before);
    assertThat(database.number("SELECT COUNT(*) FROM sbtest1")).isEqualTo(1000);

    // As a killed bmt alter leaves it.
    database.execute("ALTER TABLE sbtest2 ADD COLUMN bmt_added INT");
    assertThat(bmt(database, "cleanup", "--tables=2").exits(2).err())
        .matches(
            "bmt: cleanup would drop sbtest1 \\(1,000 rows\\), sbtest2 \\(1,000 rows\\) of database "
                + database.name()
                + " on (MariaDB|MySQL) \\d\\S+, jdbc:\\S+/"
                + database.name()
                + "\\S*: there is no terminal to ask on; give --yes\n");
    assertThat(database.rows("SHOW TABLES")).hasSize(2);
    assertThat(bmt(database, "cleanup", "--tables=2", "--yes").exits(0).out())
        .contains("Dropped 2 tables.");
    assertThat(database.rows("SHOW TABLES")).isEmpty();
    assertThat(bmt(database, "cleanup", "--tables=2").exits(0).out()).contains("Dropped 0 tables.");
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void tablesOfOthersAreLeftAloneWhateverTheirNames(Servers server) {
    Database database = server.database();
    database.execute(
        "CREATE TABLE customer1 (id INT)",
        "CREATE TABLE orders1 (a INT)",
        "INSERT INTO orders1 VALUES (7)");
    for (String line :
        List.of(
            "cleanup tpcc --yes",
            "cleanup local_storage --yes",
            "cleanup statistics --yes",
            "reset tpcc",
            "prepare local_storage --table-size=1000")) {
      leavesAlone(database, line, "1 is left alone: it has the columns ");
    }
    assertThat(database.rows("SHOW TABLES")).hasSize(2);
    assertThat(database.rows("SELECT a FROM orders1")).containsExactly(List.of("7"));

    bmt(database, "prepare", "--table-size=1000").exits(0);
    database.execute("ALTER TABLE sbtest1 ADD COLUMN important INT NOT NULL DEFAULT 7");
    String alter =
        "alter --table-size=1000 --change=add-column --algorithm=instant --while=none"
            + " --threads=1 --repeat=1";
    String prepare = "prepare oltp_read_write --table-size=1000";
    String run = "run oltp_read_write --table-size=1000 --time=1 --warmup=0";
    String cleanup = "cleanup oltp_read_write --yes";
    String why =
        "sbtest1 is left alone: it has the columns id int, k int, c char, pad char, important int,"
            + " and bmt would make id int, k int, c char, pad char; ";
    for (String line : List.of(prepare, run, cleanup, alter, alter + " --on-existing")) {
      leavesAlone(database, line, why);
    }
    assertThat(database.number("SELECT SUM(important) FROM sbtest1")).isEqualTo(7000);
    Ended doctor =
        database.command().run("doctor", "oltp_read_write", "--table-size=2000").exits(1);
    assertThat(doctor.out().replaceAll("\\s+", " ")).contains(why).doesNotContain("cleanup");

    database.execute("ALTER TABLE sbtest1 DROP COLUMN important, MODIFY k BIGINT NOT NULL");
    leavesAlone(database, run, "id int, k bigint, c char");

    database.execute("ALTER TABLE sbtest1 MODIFY k INT NOT NULL, COMMENT = 'mine'");
    leavesAlone(database, cleanup, "sbtest1 is left alone: it has a comment, and bmt would make");
    database.command().run(Bmt.words(prepare)).exits(0);
    assertThat(database.number("SELECT COUNT(*) FROM sbtest1")).isEqualTo(1000);
  }

  private static void leavesAlone(Database database, String line, String why) {
    Ended refused = database.command().run(Bmt.words(line)).exits(2);
    assertThat(refused.err().lines()).as(line).singleElement().asString().contains(why);
    assertThat(refused.out()).isEmpty();
  }

  @Test
  void runSaysWhatItPrepares() {
    Database database = Servers.EMBEDDED.database();
    bmt(database, "prepare", "--table-size=500").exits(0);
    database.execute("UPDATE sbtest1 SET pad = 'mine' WHERE id = 7");
    Ended run =
        bmt(
            database,
            "run",
            "--tables=3",
            "--table-size=500",
            "--index-updates=0",
            "--non-index-updates=0",
            "--delete-inserts=0",
            SHORT[0],
            SHORT[1]);
    assertThat(run.measured().err())
        .contains("Using sbtest1 as found.")
        .contains("Preparing sbtest2 to sbtest3 with 1,000 rows in all.");
    assertThat(database.number("SELECT COUNT(*) FROM sbtest1 WHERE pad = 'mine'")).isEqualTo(1);
  }

  @Test
  void tablesOfAnotherSizeAreRefusedUntouched() {
    Database database = Servers.EMBEDDED.database();
    bmt(database, "prepare", "--tables=2", "--table-size=1000").exits(0);
    List<List<String>> before = checksums(database);
    for (String command : List.of("run", "prepare")) {
      Ended refused = bmt(database, command, "--tables=3", "--table-size=100000").exits(2);
      assertThat(refused.err().lines()).singleElement().asString().contains("1,000", "100,000");
      assertThat(refused.out()).isEmpty();
      assertThat(refused.runs()).isEmpty();
    }
    assertThat(checksums(database)).isEqualTo(before);
    assertThat(database.rows("SHOW TABLES")).hasSize(2);
  }

  /** VALID on a server of ours: so it has counted what we counted, temporary tables too. */
  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "CONTAINER"})
  void localStorageTakesItsQueriesInTurns(Servers server) {
    Ended run =
        Bmt.command()
            .run(
                server.started(
                    "run", "local_storage", "--table-size=1000", "--warmup=0", "--events=9"))
            .measured();
    assertThat(run.out()).contains("data     table-size 1,000, query all, seed ");
    assertThat(run.result().totals().reads()).isEqualTo(6);
    assertThat(run.result().totals().writes()).isEqualTo(3);
    assertThat(run.result().totals().others()).isEqualTo(3);
  }

  @Test
  void dataFolderKeepsTheTables() {
    Path data = Bmt.newFolder("kept").resolve("data");
    String[] kept = {"--data-dir", data.toString()};
    Bmt.command()
        .run(
            Servers.EMBEDDED.started(
                "prepare", "oltp_read_only", "--table-size=3000", kept[0], kept[1]))
        .exits(0);
    assertThat(Files.isDirectory(data)).isTrue();
    Ended run =
        Bmt.command()
            .run(
                Servers.EMBEDDED.started(
                    "run",
                    "oltp_read_only",
                    "--table-size=3000",
                    SHORT[0],
                    SHORT[1],
                    kept[0],
                    kept[1]))
            .measured();
    assertThat(run.err()).contains("Using sbtest1 as found.").doesNotContain("Preparing");
  }

  @Test
  void listsWorkloadsAndTheirOptions() {
    List<String> workloads = Bmt.command().run("list").exits(0).out().lines().toList();
    assertThat(workloads).extracting(line -> line.split(" ", 2)[0]).contains("bulk_insert");
    assertThat(workloads)
        .extracting(line -> line.split(" ", 2)[0])
        .containsAll(Shape.SYSBENCH.keySet())
        .contains("local_storage", "statistics");
    assertThat(workloads).hasSameSizeAs(Catalogue.all());
    assertThat(Bmt.command().run("list", "oltp_read_write").exits(0).out())
        .contains("--point-selects", "--rand-type", "--table-size", "10000");
  }

  @Test
  void aCommandWithoutAServerTouchesNoCacheOfServers() {
    Path cache = Bmt.newFolder("cache");
    String run = "../../bench-core/src/test/resources/sample-results/run";
    Bmt.command().with("XDG_CACHE_HOME", cache.toString()).run("show", run).exits(0);

    assertThat(cache).isEmptyDirectory();
  }

  @Test
  void jsonIsAllThatStandardOutputGets() {
    Database database = Servers.EMBEDDED.database();
    // In a JVM of its own: nothing else may write there, whatever library it is in.
    Ended run =
        database
            .process()
            .run("run", "oltp_read_write", "--output=json", "--table-size=500", SHORT[0], SHORT[1]);
    assertThat(run.measured().out()).isEqualTo(Ended.text(run.run().resolve("result.json")));
    assertThat(run.run().getFileName().toString())
        .matches("\\d{8}T\\d{6}Z-oltp_read_write-" + run.result().id());
    assertThat(run.run().resolve("intervals.csv")).isNotEmptyFile();
    assertThat(run.run().resolve("intervals.hlog")).isNotEmptyFile();
  }

  @Test
  void outputThatCannotBeWrittenIsAFailure() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
    Process list =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Bmt.CLASSES,
                "io.github.bmt4j.cli.Main",
                "list")
            .redirectOutput(Path.of("/dev/full").toFile())
            .start();
    assertThat(new String(list.getErrorStream().readAllBytes(), UTF_8))
        .isEqualTo("bmt: standard output could not be written in full\n");
    assertThat(list.waitFor()).isEqualTo(1);
  }

  @Test
  void launcherRunsTheCommandWithItsClassesFromTheArchive() {
    Database database = Servers.EMBEDDED.database();
    Ended run =
        Bmt.launcher()
            .with("BMT_PASSWORD", database.password())
            .with("BMT_JAVA_OPTIONS", "-Xlog:class+load")
            .run(
                "run",
                "oltp_point_select",
                "--url",
                database.url(),
                "--user",
                database.user(),
                "--table_size=500",
                SHORT[0],
                SHORT[1])
            .measured();
    assertThat(run.result().totals().transactions()).isPositive();
    // The options of the JVM are in the result.
    assertThat(Ended.text(run.run().resolve("result.json"))).contains(" -Xlog:class+load\"");
    assertThat(run.out())
        .contains(
            "org.mariadb.jdbc.Driver source: shared objects file",
            "com.zaxxer.hikari.HikariDataSource source: shared objects file",
            "io.github.bmt4j.load.LoadGenerator source: shared objects file");
  }

  private static Ended bmt(Database database, String command, String... more) {
    String[] words = new String[more.length + 2];
    words[0] = command;
    words[1] = "oltp_read_write";
    System.arraycopy(more, 0, words, 2, more.length);
    return database.command().run(words);
  }

  private static List<List<String>> checksums(Database database) {
    return database.rows("CHECKSUM TABLE sbtest1, sbtest2 EXTENDED").stream().toList();
  }
}
