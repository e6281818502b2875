package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.ddl.AlterChange;
import io.github.bmt4j.ddl.AlterScenario;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The user's ALTER and tool, before anything is touched. */
class AlterCommandTest {
  private static final String SQL = "--sql=ALTER TABLE orders ADD INDEX (customer_id)";

  @TempDir Path folder;

  @Test
  void statementIsTakenAsItIs() {
    AlterScenario scenario =
        scenario(
            "--sql= alter table `or$ders`\n ADD x DECIMAL(9,2) DEFAULT '; ' ; ",
            "--on-existing",
            "--while=none");

    assertThat(scenario.table()).isEqualTo("or$ders");
    assertThat(scenario.changes())
        .containsExactly(new AlterChange("ADD x DECIMAL(9,2) DEFAULT '; '"));
    assertThat(scenario.algorithms()).containsExactly(Algorithm.DEFAULT);
  }

  @Test
  void changeIsAListOfNamesOrAClause() {
    assertThat(scenario().changes()).containsExactly(AlterChange.ADD_COLUMN);
    assertThat(scenario("--change=optimize,add-index").changes())
        .containsExactly(AlterChange.OPTIMIZE, AlterChange.ADD_INDEX);
    assertThat(scenario("--change=all").changes()).isEqualTo(AlterChange.usual());
    AlterScenario own = scenario("--change=ADD COLUMN x INT, ADD INDEX (x)");
    assertThat(own.changes()).containsExactly(new AlterChange("ADD COLUMN x INT, ADD INDEX (x)"));
    assertThat(own.algorithms()).hasSize(4).doesNotContain(Algorithm.TOOL);
  }

  @Test
  void toolMakesTheChangeAloneOrTogetherWithAlgorithms() {
    assertThat(scenario("--tool=true").algorithms()).containsExactly(Algorithm.TOOL);
    assertThat(
            scenario("--tool=true --password=S3CRET", "--algorithm=inplace,instant").algorithms())
        .containsExactly(Algorithm.INPLACE, Algorithm.INSTANT, Algorithm.TOOL);
    assertThat(Objects.requireNonNull(scenario("--tool=true --password=S3CRET").tool()))
        .hasToString("true --password=***");
  }

  @Test
  void ownSqlIsALoadWithItsText() throws IOException {
    Path shop = Files.writeString(folder.resolve("shop.sql"), "SELECT :n;\n");

    AlterScenario scenario = scenario("--while=" + shop + "@2,none", "-D", "n=5");

    assertThat(scenario.concurrent()).containsExactly(Concurrent.SQL, Concurrent.NONE);
    assertThat(Objects.requireNonNull(scenario.own()).workload()).isEqualTo("sql");
    assertThat(scenario.own().parameters().toString()).contains("SELECT :n", "{n=5}", "weight=2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--sql=OPTIMIZE TABLE orders | --sql: give one ALTER TABLE of a table in the database",
        "--sql=ALTER TABLE shop.orders FORCE | --sql: give one ALTER TABLE",
        "--sql=ALTER TABLE IF EXISTS orders FORCE | --sql: give one ALTER TABLE",
        SQL + " | orders is your own table: give --while none or a file of your own SQL",
        SQL + " & --while=none | orders is your own table: it requires --on-existing",
        SQL + " & --change=optimize | --change and --sql: give one of them",
        SQL + " & --table=items | --table=items: --sql alters orders; leave out --table",
        SQL + " & --on-existing & --while=none & --algorithm=inplace,copy | alters a table once",
        SQL
            + " & --on-existing & --while=none & --algorithm=copy & --tool=true | alters a table once",
        SQL
            + " & --on-existing & --while=none & --against=--tool=true | --against makes the change several",
        "--change=ad-index | --change=ad-index: choose one of add-column, add-index",
        "--algorithm=tool | --algorithm=tool: give --tool",
        "--tool=no-such-tool | --tool: this machine has no program no-such-tool",
        "--tool=true & --lock=none | --lock is not a tool's: leave it out, or give --algorithm too",
        "--tool=true & --lock-wait-timeout=5 | --lock-wait-timeout is not a tool's: leave it out",
        "--tool=sh -c 'true {alter}' | --tool: {alter} stands inside longer quotes: write it",
        "--tool=true {altre} | --tool: there is no {altre}; give one of {alter}",
        "--while=nothing | --while=nothing: choose one of none, oltp_read_write",
        "--while=no-such.sql | no-such.sql",
        "--define=a=1 | --define requires a file of your own SQL",
        "--node=db2 | --node requires --url",
      })
  void badInputIsOneLine(String words, String reason) {
    InProcess bmt = new InProcess();
    List<String> line = new ArrayList<>(List.of("alter"));
    line.addAll(List.of(words.split(" & ")));
    assertThat(bmt.run(line.toArray(String[]::new))).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err()).contains(reason).hasLineCount(1);
  }

  private static AlterScenario scenario(String... words) {
    List<String> line = new ArrayList<>(List.of("alter"));
    line.addAll(List.of(words));
    Object alter =
        InProcess.commands("alter"::equals)
            .parseArgs(line.toArray(String[]::new))
            .subcommand()
            .commandSpec()
            .userObject();
    return ((AlterCommand) alter).order().scenario();
  }
}
