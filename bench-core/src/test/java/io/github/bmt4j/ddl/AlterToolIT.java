package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tools that do what tools do when they go wrong: scripts, while the test works on the server. */
@DisabledOnOs(OS.WINDOWS)
class AlterToolIT {
  private static final String DEFINES = "ALTER TABLE sbtest1 ADD COLUMN x INT";

  @TempDir Path temp;

  @AfterAll
  static void endServers() {
    AlterBench.closeShared();
  }

  @Test
  void timeFromItsStartToItsExitIsMeasuredAndWhatItLeavesIsNamed() throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      bench.justBefore =
          () ->
              execute(
                  bench,
                  DEFINES,
                  "CREATE TABLE _sbtest1_new LIKE sbtest1",
                  "CREATE TRIGGER bmt_ins AFTER INSERT ON sbtest1 FOR EACH ROW SET @x = 1");
      try {
        AlterResult result = bench.run(tool("sleep 1.5"));

        Alter alter = AlterBench.only(result);
        BusyMachine.atMost(result.verdict().texts(), "%s", alter);
        assertThat(alter.ending().done()).isTrue();
        assertThat(alter.ending().afterMs()).isCloseTo(1_500, within(400.0));
        assertThat(alter.label()).isEqualTo("ADD COLUMN x INT/tool");
        assertThat(alter.changed()).isTrue();
        assertThat(alter.left()).containsExactly("trigger bmt_ins", "table _sbtest1_new");
        assertThat(
                new AlterReport()
                    .describe(result, null)
                    .judged("VALID", List.of(), List.of())
                    .headline())
            .startsWith("ADD COLUMN x INT/tool took 1.")
            .endsWith("; new in the database: trigger bmt_ins, table _sbtest1_new");
      } finally {
        execute(bench, "DROP TABLE IF EXISTS _sbtest1_new");
      }
    }
  }

  @Test
  void toolThatDoesNothingAndSaysThatAllIsWellIsFound() throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      AlterResult result = bench.run(tool("echo Dry run complete"));

      assertThat(AlterBench.only(result).ending().done()).isTrue();
      assertThat(result.verdict().texts())
          .contains(
              "ADD COLUMN x INT/tool: the tool succeeded, but the table does not have the new"
                  + " definition: expected `x` int(11) DEFAULT NULL, found PRIMARY KEY (`id`)");
    }
  }

  /** A word such as ENGINE anywhere in the clause proves nothing, nor does another change. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ADD COLUMN engine INT | | the table does not have the new definition",
        "ADD COLUMN engine INT | ADD COLUMN engine BIGINT | the table does not have the new"
            + " definition: expected `engine` int(11) DEFAULT NULL, found `engine` bigint(20)"
            + " DEFAULT NULL",
        "optimize | | nothing shows that it rebuilt the table",
        "optimize | ADD COLUMN engine INT | the table does not have the new definition",
        "MODIFY k INT NOT NULL DEFAULT 0 | | nothing shows that it rebuilt the table",
        "optimize | FORCE | ",
        "ENGINE=InnoDB, ADD CONSTRAINT few CHECK (k > -1)"
            + " | FORCE, ADD CONSTRAINT _few CHECK (k > -1) | ",
        "ADD FULLTEXT INDEX (pad) | ADD FULLTEXT INDEX (pad) | ",
      })
  void toolIsToMakeTheChangeThatTheServerMakes(String wanted, @Nullable String made, String reason)
      throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      bench.justBefore =
          () -> {
            if (made != null) {
              execute(bench, "ALTER TABLE sbtest1 " + made);
            }
          };
      AlterResult result = bench.run(tool(wanted, "true"));

      Alter alter = AlterBench.only(result);
      assertThat(alter.changed()).isEqualTo(reason == null);
      if (reason == null) {
        BusyMachine.atMost(result.verdict().texts(), "%s", alter);
      } else {
        assertThat(result.verdict().texts())
            .anyMatch(text -> text.contains("/tool: the tool succeeded, but " + reason));
      }
      assertThat(alter.notes().toString().contains("does not make it on an empty temporary copy"))
          .isEqualTo(wanted.contains("FULLTEXT"));
    }
  }

  @Test
  void toolThatFailsIsQuotedWithItsCodeAndWithoutThePassword() throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      AlterResult result = bench.run(tool("cat {defaults-file}; sleep 1; echo no luck; exit 29"));

      Alter alter = AlterBench.only(result);
      assertThat(alter.ending().outcome()).isEqualTo(OutcomeKind.FAILED);
      assertThat(alter.ending().code()).isEqualTo(29);
      assertThat(alter.ending().message())
          .startsWith("the tool ended with 29: [client] user=bmt password=")
          .endsWith("no luck");
      assertThat(result.verdict().texts())
          .contains("ADD COLUMN x INT/tool did not end: " + alter.ending().message());
      assertThat(result.toString() + bench.lines)
          .doesNotContain(bench.target().password().reveal());
      assertThat(bench.lines).anyMatch(line -> line.contains("[client] user=bmt"));
      assertThat(bench.logs.get("tool-1.log"))
          .contains("no luck", "***")
          .doesNotContain(bench.target().password().reveal());
    }
  }

  @Test
  void toolThatHangsEndsAtTheLimitWithItsProcesses() throws Exception {
    Path child = temp.resolve("child");
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      AlterResult result =
          bench.run(
              AlterBench.limited(
                  tool("trap '' TERM; sh -c 'sleep 300 & echo $! > " + child + "; wait'; sleep 9"),
                  1.0,
                  null));

      Alter alter = AlterBench.only(result);
      assertThat(alter.ending().outcome()).isEqualTo(OutcomeKind.TIME_LIMIT);
      assertThat(alter.ending().afterMs()).isBetween(1_000.0, 12_000.0);
      assertThat(alter.changed()).isFalse();
      assertThat(ProcessHandle.of(Long.parseLong(Files.readString(child).strip()))).isEmpty();
      BusyMachine.atMost(result.verdict().texts(), "%s", alter);
    }
  }

  @Test
  void ctrlCEndsTheToolWithinSecondsAndNamesWhatIsLeft() throws Exception {
    Path begun = temp.resolve("begun");
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      CompletableFuture<AlterResult> running = bench.begin(tool("echo > " + begun + "; sleep 300"));
      try {
        while (!Files.exists(begun)) {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
          assertThat(running).isNotDone();
        }
        execute(bench, "CREATE TABLE _sbtest1_new LIKE sbtest1");
        long stopped = System.nanoTime();
        bench.stop.give();

        AlterResult result = AlterBench.end(running);

        assertThat((System.nanoTime() - stopped) / 1e9).isLessThan(15);
        Alter alter = AlterBench.only(result);
        assertThat(alter.ending().outcome()).isEqualTo(OutcomeKind.STOPPED);
        assertThat(alter.left()).containsExactly("table _sbtest1_new");
      } finally {
        execute(bench, "DROP TABLE IF EXISTS _sbtest1_new");
      }
    }
  }

  @Test
  void tableThatTheToolMakesIsItsTemporarySpace() throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      execute(
          bench, "CREATE TABLE _sbtest1_was (text LONGTEXT) SELECT REPEAT('x', 1000000) AS text");
      bench.justBefore =
          () ->
              execute(
                  bench,
                  DEFINES,
                  "CREATE TABLE _sbtest1_gho AS SELECT * FROM sbtest1",
                  "CREATE TABLE _sbtest1_old LIKE sbtest1");
      try {
        Alter alter = AlterBench.only(bench.run(tool("sleep 1")));

        long bytes = Objects.requireNonNull(alter.temporary()).bytes();
        assertThat(bytes)
            .isEqualTo(
                Long.parseLong(
                    Queries.one(
                        bench.target(),
                        "SELECT file_size FROM information_schema.innodb_sys_tablespaces WHERE"
                            + " name LIKE '%/\\_sbtest1\\_gho'")));
      } finally {
        execute(bench, "DROP TABLE IF EXISTS _sbtest1_gho, _sbtest1_old, _sbtest1_was");
      }
    }
  }

  private static AlterOrder tool(String command) {
    return tool("ADD COLUMN x INT", command);
  }

  private static AlterOrder tool(String change, String command) {
    return AlterBench.byTool(
        AlterBench.order(1_000, List.of(new AlterChange(change)), List.of(Algorithm.TOOL)),
        command);
  }

  private static void execute(AlterBench bench, String... statements) {
    try (Connection connection = bench.connect()) {
      Sql.execute(connection, statements);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
