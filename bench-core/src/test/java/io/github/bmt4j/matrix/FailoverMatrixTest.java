package io.github.bmt4j.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Tone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored results with figures that the test sets. */
class FailoverMatrixTest {
  private static final Path SAMPLE =
      Path.of("src", "test", "resources", "stored-results", "failover");

  private final Map<String, List<Side>> columns = new LinkedHashMap<>();

  @TempDir Path folder;

  private int stored;

  /** The lost write times of a single fault that both have: 1 s, and 2.7 s. */
  private void tunedAndShipped() throws IOException {
    cell("kill", "as-shipped", "2650 2700 2750");
    cell("kill", "tuned", "990 1000 1010");
  }

  @Test
  void theSettingsThatRecoveredComeBeforeThoseThatDidNot() throws IOException {
    tunedAndShipped();
    cell("hang", "as-shipped", ">20000 >20000 19000");
    cell("hang", "tuned", "2950 3000 3050");
    FailoverMatrix matrix = matrix();

    assertThat(matrix.headline())
        .isEqualTo(
            "Use tuned: lost write time 4.0 s over kill and hang together; no write lost or"
                + " duplicated. Next is as-shipped: not recovered from hang");
    assertThat(matrix.tone()).isEqualTo(Tone.GOOD);
    assertThat(matrix.passed()).isTrue();
    assertThat(matrix.text(120))
        .startsWith("Use tuned: ")
        .containsPattern("(?m)^  tuned +1\\.0 s ## +3\\.0 s ##")
        .containsPattern("(?m)^  as-shipped +2\\.7 s ## +not recovered ####")
        .containsPattern(
            "as-shipped\n    kill .*\n    hang +3 +2/3 +>= 20,000 +>= 20,000 +>= 20,000 +0 +0 +9\n")
        .containsPattern("tuned\n    kill +3 +- +1,000 +1,000 +1,010 +0 +0 +9\n");
  }

  @Test
  void aShownDifferenceIsSaidWithItsInterval() throws IOException {
    tunedAndShipped();

    assertThat(matrix().headline())
        .startsWith("Use tuned: lost write time 1.0 s over kill; no write lost or duplicated. Next")
        .containsPattern(
            "Next is as-shipped: 170 % longer than with tuned \\(95 %: 1[56]\\d to 1[78]\\d %\\)$");
  }

  @Test
  void differencesWithinTheSpreadAreATie() throws IOException {
    cell("kill", "a", "900 1000 1100");
    cell("kill", "b", "950 1010 1050");
    cell("kill", "c", "4000 4100 4050");

    assertThat(matrix().headline())
        .startsWith(
            "Use a or b, which are tied: no difference was shown, lost write time 1.0 s and 1.0 s"
                + " over kill; no write lost or duplicated. Next is c: ");
    assertThat(matrix().tone()).isEqualTo(Tone.PLAIN);
    assertThat(matrix().text(120))
        .contains(
            "  place 1        a: ",
            "  place 1        b: lost write time 1.0 s over kill, tied with a: no difference")
        .containsPattern("  place 3        c: .* longer than with a ");
  }

  @Test
  void oneRepetitionTellsNothingApart() throws IOException {
    cell("kill", "a", "900");
    cell("kill", "b", "5000");

    assertThat(matrix().headline())
        .isEqualTo(
            "Too few repetitions to tell a and b apart (each cell needs 3): lost write time 900 ms"
                + " and 5.0 s over kill; no write lost or duplicated");
  }

  @Test
  void whatCannotWorkIsAValueInTheDriversWords() throws IOException {
    tunedAndShipped();
    cell("kill", "odd", "cannot cannot cannot");
    FailoverMatrix matrix = matrix();

    assertThat(matrix.passed()).isTrue();
    assertThat(matrix.headline()).startsWith("Use tuned: ");
    assertThat(matrix.text(120))
        .containsPattern("(?m)^  odd +cannot work ####")
        .contains("  place 3        odd: cannot work\n")
        .contains("  note           odd, kill: cannot work: (conn=7) Unknown option 'x'\n");
    assertThat(matrix.markdown())
        .contains("| odd | cannot work #### |", "cannot work: (conn=7) Unknown option 'x'");
  }

  @Test
  void aFaultOfWhichNothingIsMeasuredIsShown() throws IOException {
    tunedAndShipped();
    cell("reset", "tuned", "invalid");
    cell("reset", "as-shipped", "cannot");

    assertThat(matrix().headline())
        .isEqualTo(
            "Only as-shipped has a usable result for every fault: cannot work: reset; no write lost"
                + " or duplicated. Not ranked: tuned");
    assertThat(matrix().text(120))
        .containsPattern("(?m)^  tuned +1\\.0 s ## +INVALID *$")
        .containsPattern("(?m)^  as-shipped +2\\.7 s ## +cannot work ####");
  }

  @Test
  void aModeThatWritesNothingIsNotTheBest() throws IOException {
    tunedAndShipped();
    cell("kill", "readers", "loadbalance 0 0 0");

    assertThat(matrix().headline()).startsWith("Use tuned: ");
    assertThat(matrix().text(120))
        .contains(
            "readers, kill: cannot work: nothing is written: in this mode bmt only reads and connects\n");

    cell("kill", "writers", "failover 3000 3100 3200");
    cell("kill", "readers-2", "mariadb:2.7.15 failover 0 0 0");
    assertThat(matrix().text(120))
        .contains("  place 3        writers: ", "readers-2, kill: cannot work: nothing is written");
  }

  @Test
  void settingsWithAnInvalidCellHaveNoPlace() throws IOException {
    tunedAndShipped();
    cell("hang", "as-shipped", ">20000 >20000 >20000");
    cell("hang", "tuned", "3000 invalid 3000");
    FailoverMatrix matrix = matrix();

    assertThat(matrix.headline())
        .isEqualTo(
            "Only as-shipped has a usable result for every fault: not recovered from hang;"
                + " no write lost or duplicated. Not ranked: tuned");
    assertThat(matrix.tone()).isEqualTo(Tone.BAD);
    assertThat(matrix.passed()).isFalse();
    assertThat(matrix.text(120))
        .containsPattern("(?m)^  tuned +1\\.0 s ## +INVALID *$")
        .contains(
            "  place 1        as-shipped: not recovered from hang",
            "  no place       tuned: INVALID: hang\n",
            "tuned, hang: INVALID and not ranked: repetition 2: it paused");
  }

  @Test
  void anInvalidCellLeavesItsFaultInTheComparisonOfTheOthers() throws IOException {
    tunedAndShipped();
    cell("hang", "as-shipped", "1000 1010 1020");
    cell("hang", "tuned", "9000 9010 9020");
    cell("kill", "paused", "100 101 102");
    cell("hang", "paused", "100 invalid 102");

    assertThat(matrix().headline())
        .startsWith("Use as-shipped: lost write time 3.7 s over kill and hang together; no write")
        .endsWith(". Not ranked: paused");
    assertThat(matrix().text(120))
        .containsPattern("  place 2        tuned: .* over kill and hang together, ")
        .contains("  no place       paused: INVALID: hang\n");
  }

  @Test
  void rowsWithoutAnyUsableCellHaveNoPlace() throws IOException {
    tunedAndShipped();
    cell("kill", "odd", "invalid");

    assertThat(matrix().text(120)).contains("  no place       odd: INVALID: kill");

    columns.clear();
    cell("kill", "fine", "900 901 902");
    cell("kill", "odd", "invalid");
    assertThat(matrix().headline())
        .isEqualTo(
            "Only fine has a usable result for every fault: lost write time 901 ms over"
                + " kill; no write lost or duplicated. Not ranked: odd");
    assertThat(matrix().tone()).isEqualTo(Tone.PLAIN);

    columns.clear();
    cell("kill", "odd", "invalid");
    assertThat(matrix().headline()).startsWith("No recommendation: ");
  }

  @Test
  void lossesAreSaidWithTheSettingsToUse() throws IOException {
    cell("kill", "retry", "lost 1000 1000 1001");
    cell("kill", "plain", "3000 3100 3001");

    assertThat(matrix().headline())
        .startsWith(
            "Use retry: lost write time 1.0 s over kill; 3 writes lost, 6 duplicated. Next");
    assertThat(matrix().text(120))
        .contains(
            "  place 1        retry: lost write time 1.0 s over kill; 3 writes lost, 6"
                + " duplicated\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 120})
  void everyLineFitsTheTerminal(int width) throws IOException {
    for (String fault : List.of("kill", "hang", "switchover-kill", "dns-flip", "blackhole")) {
      cell(fault, "as-shipped", ">20000 >20000 >20000");
      cell(fault, "load-balance-read-tuned", "1000 1000 1001");
      cell(fault, "odd", "cannot");
    }
    assertThat(matrix().text(width).lines()).allMatch(line -> line.length() <= width);
    assertThat(matrix().text(width)).contains("dns-flip", "blackhole").contains("odd, blackhole");
  }

  @Test
  void thePageHasTheShadesOfTheCells() throws IOException {
    tunedAndShipped();
    cell("kill", "fast", "50 51 52");

    Grid heat = (Grid) matrix().blocks().get(0);
    assertThat(heat.rows().get(0)).containsExactly("fast", "51.00 ms");
    assertThat(heat.shades()).containsExactly(List.of(0, 0), List.of(0, 2), List.of(0, 2));
    Grid legend = (Grid) matrix().blocks().get(1);
    assertThat(legend.shades()).containsExactly(List.of(0, 1, 2, 3, 4));
    assertThat(matrix().text(80))
        .containsPattern("< 0\\.1 s +< 1 s # +< 5 s ## +< 20 s ### +longer, or never ####");
  }

  @Test
  void whatWasLeftOutIsToldFromWhatIsNotMeasuredYet() throws IOException {
    tunedAndShipped();
    cell("dns-flip", "tuned", "990 1000 1010");

    assertThat(matrix().text(120)).containsPattern("  as-shipped +2\\.7 s ## +left out");
    assertThat(matrix().passed()).isTrue();
    FailoverMatrix begun = FailoverMatrix.of(columns, false).orElseThrow();
    assertThat(begun.passed()).as("a cell whose run ended without a result").isFalse();
    assertThat(begun.text(120))
        .containsPattern("  as-shipped +2\\.7 s ## +no result")
        .contains("  no place       as-shipped: no result: dns-flip\n");
  }

  @Test
  void operationsThatStillHangAtTheEndHaveNotRecovered() throws IOException {
    tunedAndShipped();
    cell("hang", "tuned", "3000 3100 3200");
    cell("hang", "as-shipped", "1000 1100 hung");

    assertThat(matrix().text(120))
        .containsPattern("(?m)^  as-shipped +2\\.7 s ## +not recovered ####$")
        .containsPattern("as-shipped: not\\s+recovered from hang");
  }

  private FailoverMatrix matrix() {
    return FailoverMatrix.of(columns, true).orElseThrow();
  }

  /**
   * A cell.
   *
   * @param repetitions write outages in ms, ">" before a lower bound; "hung", "invalid", or
   *     "cannot"; first of all a driver, a mode of connection, or "lost"
   */
  private void cell(String fault, String settings, String repetitions) throws IOException {
    ObjectNode node =
        (ObjectNode) ResultJson.tree(new RunStore(folder).read(SAMPLE.toString()).result());
    ArrayNode all = (ArrayNode) node.at("/failover/repetitions");
    ObjectNode some = all.get(0).deepCopy();
    all.removeAll();
    boolean lost = repetitions.startsWith("lost ");
    ArrayNode reasons = (ArrayNode) node.at("/verdict/reasons");
    for (String word : repetitions.split(" ", -1)) {
      if (word.equals("loadbalance") || word.equals("failover")) {
        ((ObjectNode) node.path("scenario")).put("ha", word);
      } else if (word.contains(":")) {
        ((ObjectNode) node.at("/scenario/settings")).putObject("client").put("driver", word);
      } else if (!word.equals("lost")) {
        ObjectNode repetition = repetition(some.deepCopy(), all.size() + 1, word, lost);
        repetition
            .at("/verdict/reasons")
            .forEach(
                one -> reasons.add("repetition " + repetition.get("number") + ": " + one.asText()));
        all.add(repetition);
      }
    }
    if (!reasons.isEmpty()) {
      ((ObjectNode) node.path("verdict")).put("status", "INVALID");
    }
    Path run =
        Files.createDirectories(
            folder.resolve("20261122T1000%02dZ-failover-%08d".formatted(stored, stored++)));
    Files.writeString(run.resolve("result.json"), node.toString());
    Stored result = new RunStore(folder).read(run.toString());
    columns
        .computeIfAbsent(fault, key -> new ArrayList<>())
        .add(new Side(settings, List.of(result)));
  }

  private static ObjectNode repetition(ObjectNode one, int number, String word, boolean lost) {
    one.put("number", number);
    ObjectNode figures = (ObjectNode) one.path("figures");
    figures.remove(List.of("reads", "connects"));
    ObjectNode writes = (ObjectNode) figures.path("writes");
    writes.remove(List.of("outageMs", "degradedMs"));
    writes.putObject("stalls").put("number", 0);
    figures
        .putObject("ledger")
        .put("lostWrites", lost ? 1 : 0)
        .put("duplicates", lost ? 2 : 0)
        .putObject("ambiguousWrites")
        .put("applied", 1)
        .put("notApplied", 2);
    if (word.equals("invalid") || word.equals("cannot")) {
      one.putObject("verdict")
          .put("status", "INVALID")
          .putArray("reasons")
          .add(word.equals("cannot") ? "the client cannot run: x" : "it paused");
      if (word.equals("cannot")) {
        one.put("cannotWork", "(conn=7) Unknown option 'x'");
      }
    } else if (word.startsWith(">")) {
      writes.put("outageAtLeastMs", Double.parseDouble(word.substring(1)));
    } else if (word.equals("hung")) {
      writes.put("outageMs", 1200.0);
      ((ObjectNode) figures.path("attempts"))
          .putObject("stuck")
          .put("operations", 1)
          .put("oldestMs", 15_000.0)
          .put("hung", 1);
    } else if (!word.equals("0")) {
      writes.put("outageMs", Double.parseDouble(word));
    }
    return one;
  }
}
