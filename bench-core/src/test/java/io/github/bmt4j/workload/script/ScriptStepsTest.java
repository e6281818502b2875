package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Meta commands as a session executes them; no statement is reached, so there is no server. */
class ScriptStepsTest {
  private static final String UNREACHED = "\\if :client_id < 0\nSELECT 1;\n\\endif\n";

  @TempDir Path folder;

  private final List<String> debugged = new ArrayList<>();

  /** Nor is a condition computed behind a branch that was taken: with 1, it divides by zero. */
  @ParameterizedTest
  @CsvSource({"1, first", "2, second", "3, third inner", "4, third", "5, otherwise"})
  void theFirstBranchWhoseConditionIsTrueIsExecuted(int n, String branch) throws Exception {
    execute(
        session(
            """
            \\if :n = 1
            \\set x debug('first')
            \\elif 1 / (:n - 1) >= 1
            \\set x debug('second')
            \\elif :n = 2
            \\set x debug('never')
            \\elif :n <= 4
            \\if :n = 4
            \\set x debug('third')
            \\elif true
            \\set x debug('third inner')
            \\endif
            \\else
            \\set x debug('otherwise')
            \\endif
            """,
            Map.of("n", String.valueOf(n)),
            0,
            1),
        1);

    assertThat(values()).containsExactly("text " + branch);
  }

  @ParameterizedTest
  @CsvSource({"20000 us, 20", "20 ms, 20", ":n ms, 20", "1 s, 1000", "1, 1000"})
  void sleepTakesAtLeastTheTimeOfItsUnit(String length, long millis) throws Exception {
    Session session = session("\\sleep " + length + "\n", Map.of("n", "20"), 0, 1);
    long begun = System.nanoTime();

    execute(session, 1);

    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isGreaterThanOrEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({
    "abcdef, 0, 2, acea",
    "abcdef, 1, 2, bdfb",
    "abcde, 0, 2, acebda",
    "abcde, 1, 2, bdacebd",
    "ab, 2, 3, aba",
  })
  void rowsInOrderAreDealtToTheWorkersAndTheFileBeginsAgainBehindItsEnd(
      String rows, int worker, int workers, String dealt) throws Exception {
    Files.writeString(folder.resolve("x.csv"), String.join("\n", rows.split("")));

    execute(
        session("\\file row = x.csv sequential\n\\set x debug(:row)\n", Map.of(), worker, workers),
        dealt.length());

    assertThat(String.join("", values()).replace("text ", "")).isEqualTo(dealt);
  }

  @Test
  void anyRowIsOneOfTheFileAndAllAreEquallyLikely() throws Exception {
    Files.writeString(folder.resolve("x.csv"), "id,name\n1,a\n2,b\n3,c\n");

    execute(
        session(
            "\\file id, name = x.csv\n\\set x debug(:id)\n\\set x debug(:name)\n", Map.of(), 1, 2),
        3000);

    List<String> ids = values().stream().filter(value -> value.startsWith("int ")).toList();
    assertThat(values().stream().filter(value -> value.startsWith("text ")))
        .as("of the same row")
        .containsExactlyElementsOf(
            ids.stream()
                .map(id -> "text " + (char) ('a' + Integer.parseInt(id.substring(4)) - 1))
                .toList());
    assertThat(Set.copyOf(ids)).containsExactlyInAnyOrder("int 1", "int 2", "int 3");
    for (int id = 1; id <= 3; id++) {
      assertThat(Collections.frequency(ids, "int " + id))
          .as("a third, within five standard deviations")
          .isBetween(870, 1130);
    }
  }

  private Session session(String text, Map<String, String> defined, int worker, int workers) {
    String file = folder.resolve("a.sql").toString();
    Script script = Scripts.parse(file, text + UNREACHED, defined.keySet());
    List<WeightedScript> scripts = List.of(new WeightedScript(script, 1));
    return new ScriptWorkload(scripts, defined, false, debugged::add)
        .newSession(ScriptServer.context(worker, workers));
  }

  private static void execute(Session session, int times) throws SQLException {
    for (int i = 0; i < times; i++) {
      session.next();
      session.execute(new StatementCounts());
    }
  }

  private List<String> values() {
    return debugged.stream().map(line -> line.substring(line.indexOf("): ") + 3)).toList();
  }
}
