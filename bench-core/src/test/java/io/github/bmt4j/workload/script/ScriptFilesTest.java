package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.load.agent.Wire;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What results tell of the user's own SQL. */
class ScriptFilesTest {
  /** Of "abc": FIPS 180-2, B.1. */
  private static final String SHA_OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @TempDir Path folder;

  @Test
  void textsAndTheirHashesAreToldAndOfCsvFilesTheHashAlone() throws Exception {
    Path csv = Files.writeString(folder.resolve("ids.csv"), "abc");
    String text = "\\file id = ids.csv\nSELECT :id;";
    String load = file("a.sql", text);
    String init = file("init.sql", "CREATE TABLE t (a INT)");
    String cleanup = file("cleanup.sql", text);
    Map<String, Object> told =
        ScriptFiles.read(
                new ScriptFiles.Choice(
                    Grammar.MYSQL,
                    List.of(load + "@3"),
                    List.of("n=1", "password=x"),
                    "file",
                    init,
                    cleanup,
                    null),
                line -> {})
            .described();

    Map<String, Object> ids = Map.of("file", csv.toString(), "rows", 1, "sha256", SHA_OF_ABC);
    assertThat(told)
        .containsOnlyKeys("files", "define", "transaction", "init-file", "cleanup-file")
        .contains(entry("define", Map.of("n", "1", "password", "***")));
    assertThat(told)
        .extractingByKey("files", InstanceOfAssertFactories.list(Map.class))
        .singleElement(InstanceOfAssertFactories.map(String.class, Object.class))
        .contains(
            entry("file", load),
            entry("weight", 3),
            entry("text", text),
            entry("csv", List.of(ids)))
        .containsKey("sha256");
    assertThat(told)
        .extractingByKey("cleanup-file", InstanceOfAssertFactories.map(String.class, Object.class))
        .contains(entry("file", cleanup), entry("text", text), entry("csv", List.of(ids)));
    assertThat(told.toString()).doesNotContain("abc,").doesNotContain("=abc");
  }

  /** Otherwise a controller could read the files of an agent's machine. */
  @Test
  void anAgentReadsOnlyWhatItWasSent() throws Exception {
    Path csv = Files.writeString(folder.resolve("ids.csv"), "1\n2\n");
    String load = file("a.sql", "\\file id = ids.csv\nSELECT :id;");
    ScriptFiles.Choice choice =
        new ScriptFiles.Choice(Grammar.MYSQL, List.of(load), List.of(), null, null, null, null);
    ScriptFiles.Sent sent = ScriptFiles.Sent.of(ScriptFiles.read(choice, line -> {}).workload());
    Files.writeString(csv, "of the agent");

    assertThat(sent.workload().scripts()).hasSize(1);
    ScriptFiles.Sent some =
        new ScriptFiles.Sent(choice, Map.of(load, sent.contents().getOrDefault(load, new byte[0])));
    assertThatThrownBy(some::workload)
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith(
            csv + ": was not sent to this agent, which reads no file of its own machine");
  }

  /** An agent neither makes nor knows the tables otherwise. */
  @Test
  void anAgentGetsTheDefinitionOfTheTables() throws Exception {
    String load = file("a.sql", "SELECT c FROM sbtest2 WHERE id = 1;");
    ScriptWorkload own =
        ScriptFiles.read(
                new ScriptFiles.Choice(
                    Grammar.MYSQL, List.of(load), List.of(), null, null, null, "oltp_read_only"),
                line -> {})
            .workload();
    Params params = Params.resolve(own.info(), Map.of("tables", "2", "table-size", "300"));
    ScriptFiles.Sent sent = Wire.read(Wire.text(ScriptFiles.Sent.of(own)), ScriptFiles.Sent.class);
    Files.delete(Path.of(load));

    ScriptWorkload there = sent.workload();
    assertThat(there.tablesOf()).isEqualTo("oltp_read_only");
    assertThat(there.tables(params, 1))
        .extracting(Table::name, Table::rows, Table::createSql)
        .containsExactlyElementsOf(
            own.tables(params, 1).stream()
                .map(table -> tuple(table.name(), 300L, table.createSql()))
                .toList())
        .hasSize(2);
  }

  private String file(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }
}
