package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.workload.StatementRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code bmt run a.sql@3 b.sql}: the user's own SQL. */
@Execution(ExecutionMode.CONCURRENT)
class OwnSqlIT {
  private static final String INIT =
      """
      CREATE TABLE IF NOT EXISTS accounts (id INT PRIMARY KEY, balance INT NOT NULL);
      CREATE TABLE IF NOT EXISTS transfers (amount INT NOT NULL);
      INSERT IGNORE INTO accounts VALUES (1, 100), (2, 100), (3, 100), (4, 100);
      """;

  private static final String TRANSFER =
      """
      \\set from random(1, :accounts)
      \\set to 1 + :from % :accounts
      BEGIN;
      UPDATE accounts SET balance = balance - 1 WHERE id = least(:from, :to);
      UPDATE accounts SET balance = balance + 1 WHERE id = greatest(:from, :to);
      INSERT INTO transfers VALUES (1);
      COMMIT;
      """;

  private static final String MARK = "no-result-may-hold-this";

  private static final String TRIAL =
      """
      \\file mark = marks.csv
      BEGIN;
      INSERT INTO transfers VALUES (1000 + 0 * LENGTH(:mark));
      ROLLBACK;
      """;

  private static final String CLEANUP = "CREATE TABLE cleaned (a INT);";

  /** Words, names of files and passwords of users whose locale has only ASCII. */
  @Test
  void umlautsArriveInTheLocaleC() throws IOException {
    Database database = Servers.EMBEDDED.database();
    String password = "Pä#ß \" %41&";
    database.execute(
        "CREATE TABLE got (v VARBINARY(99))",
        "CREATE USER 'tuer'@'localhost' IDENTIFIED BY '" + password + "'",
        "GRANT ALL ON *.* TO 'tuer'@'localhost'");
    Path folder = Bmt.newFolder("umlauts");
    Bmt.launcher();
    String bmt = Path.of("..", "..", "bmt").toAbsolutePath().normalize().toString();
    // With the password: a build in the locale C could not hand it on in the environment.
    String script =
        """
        #!/bin/bash
        set -e
        export BMT_PASSWORD='%s'
        cd '%s'
        mkdir Zürich
        echo 'INSERT INTO got VALUES (:v);' > Zürich/maße.sql
        "$BMT" run Zürich/maße.sql -D 'v=Zürich 😀' --label stadt=Zürich --runs-dir Zürich/läufe \\
          --threads 1 --warmup 0 --time 0 --events 1
        "$BMT" report latest --runs-dir Zürich/läufe -o Zürich/ü.html
        cat Zürich/läufe/*/result.json
        test -s Zürich/ü.html
        if LC_ALL=xx_XX "$BMT" run Zürich/maße.sql -D v=ü --runs-dir x; then exit 9; fi
        """
            .formatted(password, folder);
    Path file = Path.of(file(folder, "umlauts.sh", script));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));

    Ended ended =
        Bmt.launcher(file)
            .with("BMT", bmt)
            .with("LC_ALL", "C")
            .with("BMT_URL", database.url())
            .with("BMT_USER", "tuer")
            .run()
            .exits(0);

    assertThat(database.rows("SELECT CONVERT(v USING utf8mb4) FROM got"))
        .isEqualTo(List.of(List.of("Zürich 😀")));
    assertThat(ended.out()).contains("\"stadt\" : \"Zürich\"", "Zürich/maße.sql");
    assertThat(ended.err()).contains("this locale (LC_ALL=xx_XX, ", "set LC_ALL=C.UTF-8");
  }

  /** What each kind did is what the tables have. */
  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void kindsAreCountedAsTheTablesHaveThem(Servers server) throws IOException {
    Database database = server.database();
    Path folder = Bmt.newFolder("own-sql");
    String runs = folder.resolve("runs").toString();
    file(folder, "marks.csv", MARK + "\n");
    Ended ended =
        database
            .command()
            .run(
                words(
                    "run %s@3 %s --init-file=%s --cleanup-file=%s -Daccounts=4 --threads=3"
                        + " --warmup=1 --time=2 --runs-dir %s",
                    file(folder, "transfer.sql", TRANSFER),
                    file(folder, "trial.sql", TRIAL),
                    file(folder, "init.sql", INIT),
                    file(folder, "cleanup.sql", CLEANUP),
                    runs))
            .measured();

    RunResult result = (RunResult) new RunStore(folder.resolve("runs")).read("latest").result();
    KindFigures transfer = kinds(result).get(0);
    KindFigures trial = kinds(result).get(1);
    assertThat(transfer.kind()).endsWith("transfer.sql");
    assertThat(transfer.transactions() + trial.transactions())
        .isEqualTo(result.totals().transactions());
    assertThat(transfer.share()).isBetween(0.6, 0.9);
    assertThat(transfer.rollbacks()).isZero();
    assertThat(trial.rollbacks()).isEqualTo(trial.transactions()).isPositive();
    List<StatementRows> rows = result.rows();
    assertThat(rows).hasSize(8);
    // Of the warm-up too, and nothing of what was rolled back.
    long transfers = rows.get(3).executions() - transfer.errors();
    assertThat(database.number("SELECT COUNT(*) FROM transfers WHERE amount = 1"))
        .isBetween(transfers, rows.get(3).executions())
        .isGreaterThan(transfer.transactions());
    assertThat(database.number("SELECT COUNT(*) FROM transfers WHERE amount = 1000")).isZero();
    assertThat(database.number("SELECT SUM(balance) FROM accounts")).isEqualTo(400);
    assertThat(ended.out())
        .contains("  by kind ", "transfer.sql@3 ", "trial.sql@1 on ", "INSERT INTO transfers")
        .containsPattern("trial.sql +[\\d,]+ +\\d+\\.\\d %");

    assertThat(database.number("SELECT COUNT(*) FROM cleaned")).isZero();
    assertThat(result.environment().driver().statements()).isEqualTo("server");
    isRunAgainAndNotComparedWithOtherWork(database, folder, runs);
    storesNothingOfACsvFileButItsHash(folder);
    isExplained(database, folder);
  }

  /** Of neither run. */
  private static void storesNothingOfACsvFileButItsHash(Path folder) throws IOException {
    List<Path> stored;
    try (Stream<Path> files = Files.walk(folder.resolve("runs"))) {
      stored = files.filter(Files::isRegularFile).toList();
    }
    assertThat(stored).hasSizeGreaterThanOrEqualTo(6);
    for (Path file : stored) {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      assertThat(text).as("%s", file).doesNotContain(MARK);
      assertThat(text.contains(Sha256.of(MARK + "\n")))
          .as("%s", file)
          .isEqualTo(file.endsWith("result.json"));
    }
  }

  private static void isExplained(Database database, Path folder) {
    long before = database.number("SELECT SUM(amount) FROM transfers");
    Ended explained =
        database
            .command()
            .run(
                words(
                    "run %s %s -Daccounts=4 --explain --init-file=%s",
                    folder.resolve("transfer.sql"),
                    folder.resolve("trial.sql"),
                    folder.resolve("cleanup.sql")))
            .exits(0);
    assertThat(explained.out().replaceAll("\\s+", " "))
        .containsPattern(
            "transfer.sql:4 UPDATE accounts SET balance = balance - 1 WHERE id = least\\(\\?,"
                + " \\?\\) accounts, range, key PRIMARY, about \\d rows?, Using where ")
        .contains("trial.sql:3 INSERT INTO transfers VALUES (1000 + 0 * LENGTH(?)) transfers ")
        .endsWith("7 statements, 0 full scans ");
    assertThat(explained.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(database.number("SELECT SUM(amount) FROM transfers")).isEqualTo(before);
  }

  /** Whatever it was that ended the load. */
  @Tag("extended")
  @Test
  void cleansUpAfterALoadThatFailsOrIsEnded() throws IOException {
    ItServers.ctrlC();
    Database database = Servers.EMBEDDED.database();
    Path folder = Bmt.newFolder("own-sql");
    String load =
        file(folder, "a.sql", "SELECT 1;\nSELECT 1 FROM DUAL WHERE 1 = 0;\n\\expect rows=1");
    String cleanup = "--cleanup-file=" + file(folder, "cleanup.sql", CLEANUP);
    Ended failed = database.command().run("run", load, "--time=1", "--warmup=0", cleanup).exits(1);
    assertThat(database.number("SELECT COUNT(*) FROM cleaned")).isZero();
    assertThat(failed.result().errorsByCode())
        .singleElement()
        .satisfies(
            error ->
                assertThat(error.message())
                    .isEqualTo(load + ":2: \\expect rows=1, but the statement returned 0 rows"));

    try (Running run = database.command().start("run", load, "--time=60", "--warmup=0", cleanup)) {
      run.awaitOutput("\\s*-?\\d+\\.\\d s .*");
      run.signal("INT");
      Ended ended = run.await(Duration.ofSeconds(30)).exits(130);
      assertThat(ended.result().verdict().texts())
          .anyMatch(reason -> reason.startsWith("interrupted after "))
          .first()
          .asString()
          .as("the table was there already, so that it was executed again")
          .startsWith("the cleanup file failed: ")
          .contains(folder.resolve("cleanup.sql") + ":1: ");
      assertThat(ended.out()).contains("the cleanup file failed: ");
    }
  }

  /** It is 1 operation in 201, so that fewer than 1 % of all fail. */
  @Tag("extended")
  @Test
  void aTableThatIsMissingIsOneReasonForAllThreads() throws IOException {
    String sql = file(Bmt.newFolder("own-sql"), "none.sql", "SELECT 1 FROM nowhere;\n");
    Database database = Servers.EMBEDDED.database();
    Ended ended =
        database.command().run("run", sql, "--threads=8", "--time=1", "--warmup=0").exits(1);

    assertThat(ended.result().verdict().texts())
        .filteredOn(reason -> reason.startsWith("ended early"))
        .singleElement()
        .asString()
        .contains("1146", "nowhere' doesn't exist");
  }

  @Test
  void aRareFileThatNeverSucceedsMakesTheRunInvalid() throws IOException {
    Path folder = Bmt.newFolder("own-sql");
    String rare = file(folder, "rare.sql", "SELECT 1;\n\\expect rows=0\n");
    Ended ended =
        Servers.EMBEDDED
            .database()
            .command()
            .run(
                words(
                    "run %s@200 %s --events=8000 --time=0 --warmup=0",
                    file(folder, "often.sql", "SELECT 1;\n"), rare))
            .exits(1);
    long failed = ended.result().totals().failed();
    assertThat(failed).isBetween(10L, 80L);
    assertThat(ended.result().verdict().texts())
        .contains(
            "%s: %d of %d operations did not succeed (100.0 %%)".formatted(rare, failed, failed));
  }

  private static void isRunAgainAndNotComparedWithOtherWork(
      Database database, Path folder, String runs) throws IOException {
    Ended command = Bmt.command().run("show", "latest", "--command", "--runs-dir", runs).exits(0);
    assertThat(command.err()).doesNotContain("WARNING");
    file(folder, "init.sql", INIT + "SELECT 1;\n");
    Files.delete(folder.resolve("cleanup.sql"));
    assertThat(Bmt.command().run("show", "latest", "--command", "--runs-dir", runs).exits(0).err())
        .contains(
            "WARNING  " + folder.resolve("init.sql") + " has changed since the run",
            "WARNING  "
                + folder.resolve("cleanup.sql")
                + ": cannot be read: there is no such file here");
    file(folder, "cleanup.sql", CLEANUP);
    assertThat(command.out())
        .contains(
            "run " + folder.resolve("transfer.sql") + "@3 " + folder.resolve("trial.sql") + " ",
            "-Daccounts=4",
            "--init-file=" + folder.resolve("init.sql"),
            "--cleanup-file=" + folder.resolve("cleanup.sql"));
    database
        .command()
        .run(
            words(
                "run %s --events=20 --db-ps-mode=disable --time=0 --warmup=0 --runs-dir" + " %s",
                folder.resolve("trial.sql"), runs))
        .measured();
    RunResult text = (RunResult) new RunStore(Path.of(runs)).read("latest").result();
    assertThat(text.environment().driver().statements()).isEqualTo("text");
    Ended compared =
        Bmt.command().run("compare", "latest~1", "latest", "--runs-dir", runs).exits(2);
    assertThat(compared.err()).contains("other work: scenario.parameters.files.0.file");
  }

  @Test
  void whatIsWrongIsSaidBeforeAConnectionIsOpened() throws IOException {
    Path folder = Bmt.newFolder("own-sql");
    String good = file(folder, "good.sql", "SELECT :n;\n");
    String bad = file(folder, "bad.sql", "SELECT 1;\n\\set x randon(1, 2)\n");
    Map<List<String>, String> lines =
        Map.of(
            List.of(good), "good.sql:1:8: ",
            List.of(bad), "bad.sql:2:8: ",
            List.of(good + "@x", "-Dn=1"), "good.sql@x: give a whole number as the weight",
            List.of(good, "-Dn"), "--define=n: give a name and a value",
            List.of(good, "oltp_insert", "-Dn=1"), "oltp_insert is not an SQL file",
            List.of(good, good, "-Dn=1"), "good.sql is given twice",
            List.of(good + "@0", "-Dn=1"), "no script has a weight above 0",
            List.of("oltp_insert", good), "unexpected word ",
            List.of("oltp_insert", "--explain"), "require files of your own SQL",
            List.of(folder + "/none.sql"), "none.sql: cannot be read");
    lines.forEach(
        (words, line) -> {
          Ended ended =
              Bmt.command()
                  .with("BMT_URL", "jdbc:mariadb://127.0.0.1:1/none")
                  .run(prefixed(words))
                  .exits(2);
          assertThat(ended.err()).hasLineCount(1).startsWith("bmt: ").contains(line);
        });
    Ended checked = Bmt.command().run("run", good, "-Dn=1", "--check").exits(0);
    assertThat(checked.out()).startsWith("1 statement: variables and meta commands have no errors");
  }

  private static String[] prefixed(List<String> words) {
    return Stream.concat(Stream.of("run"), words.stream()).toArray(String[]::new);
  }

  private static String file(Path folder, String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static List<KindFigures> kinds(RunResult result) {
    List<KindFigures> kinds = result.kinds();
    assertThat(kinds).hasSize(2);
    return kinds;
  }
}
