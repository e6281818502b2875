package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.bmt4j.failure.BadInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scripts that cannot be executed: each is refused with one line that has its file, line and
 * column. In the tables, ~ is a line end.
 */
class MalformedScriptsTest {
  @ParameterizedTest
  @CsvFileSource(resources = "/malformed-scripts.txt", delimiter = '|', quoteCharacter = '^')
  void areRefused(String place, String text, String part) {
    String message = refusal(text);
    assertThat(message).as(text).startsWith("a.sql:" + place + ": ").contains(part);
  }

  @Test
  void everyFunctionRefusesOtherNumbersOfArguments() {
    for (Function function : named()) {
      for (int count = 0; count <= Math.min(function.most(), 16) + 1; count++) {
        String text = "\\set x " + function.name() + arguments(Collections.nCopies(count, ":n"));
        if (count >= function.least() && count <= function.most()) {
          continue;
        }
        assertThat(refusal("\\set n 1\n" + text + "\nSELECT 1;"))
            .startsWith("a.sql:2:8: " + function.name() + " takes ")
            .endsWith(", not " + count);
      }
    }
  }

  @Test
  void everyFunctionRefusesArgumentsOfOtherTypes() {
    for (Function function : named()) {
      for (int wrong = 0; wrong < function.least(); wrong++) {
        for (String value : wrongValues(function, wrong)) {
          List<String> arguments = new ArrayList<>(Collections.nCopies(function.least(), ":n"));
          arguments.set(wrong, value);
          assertThat(refusal("\\set n 1\n\\set x " + function.name() + arguments(arguments)))
              .startsWith("a.sql:2:8: " + function.name() + " needs ");
        }
      }
    }
  }

  private static List<String> wrongValues(Function function, int argument) {
    char takes = function.takes().charAt(Math.min(argument, function.takes().length() - 1));
    return switch (takes) {
      case 'n', 'l', 'd' -> List.of("true", "'a'", "1 < 2", "uuid()");
      case 't' -> List.of("1", "false");
      default -> List.of();
    };
  }

  @Test
  void everyOperatorNeedsBothSides() {
    for (String operator :
        List.of(
            "<>", "!=", "<=", ">=", "<<", ">>", "<", ">", "=", "|", "#", "&", "*", "/", "%", "and",
            "or")) {
      refusal("\\set x 1 " + operator + "\nSELECT 1;");
      refusal("\\set x " + operator + " 1\nSELECT 1;");
      refusal("\\set x (1 " + operator + ")\nSELECT 1;");
    }
  }

  @Test
  void everyBeginningOfAnExpressionThatIsNoneIsRefused() {
    String whole = "case when (1 + 2) * 3 >= least(4, 'x') then 'a' else null end";
    for (int length = 1; length < whole.length(); length++) {
      refusal("SELECT 1;\n\\set x " + whole.substring(0, length));
    }
  }

  @Test
  void deepNestingIsRefusedAndNotACrash() {
    assertThat(refusal("\\set x " + "(".repeat(100_000))).contains("nested too deeply");
    assertThat(refusal("\\set x " + "-".repeat(100_000) + "1")).contains("nested too deeply");
    assertThat(refusal("\\set x " + "not ".repeat(100_000) + "true")).contains("too deeply");
  }

  @Test
  void workloadsRefuseWeightsAndTransactionsThatDoNotFit() {
    Script script = Scripts.parse("a.sql", "BEGIN; SELECT 1; COMMIT;", Set.of());
    assertThatThrownBy(
            () ->
                new ScriptWorkload(
                    List.of(new WeightedScript(script, 0)), Map.of(), false, x -> {}))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("weight above 0");
    assertThatThrownBy(
            () ->
                new ScriptWorkload(List.of(new WeightedScript(script, 1)), Map.of(), true, x -> {}))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "a.sql:1: BEGIN in a file that --transaction=file makes a transaction: leave one of"
                + " them out");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"CREATE TABLE z\n(a INT);", "TRUNCATE history;", "GRANT SELECT ON z TO a;"})
  void aFileThatIsToBeATransactionHasNoStatementThatCommits(String ddl) {
    List<WeightedScript> scripts =
        List.of(new WeightedScript(Scripts.parse("a.sql", "SELECT 1;\n" + ddl, Set.of()), 1));
    assertThatThrownBy(() -> new ScriptWorkload(scripts, Map.of(), true, x -> {}))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "a.sql:2: a statement that commits in a file that --transaction=file makes a"
                + " transaction: leave one of them out");
    assertThatCode(() -> new ScriptWorkload(scripts, Map.of(), false, x -> {}))
        .doesNotThrowAnyException();
  }

  private static List<Function> named() {
    return Functions.ALL.values().stream()
        .filter(function -> Source.isLetter(function.name().charAt(0)))
        .filter(function -> !List.of("not", "is").contains(function.name()))
        .toList();
  }

  private static String arguments(List<String> values) {
    return "(" + String.join(", ", values) + ")";
  }

  /** Its only line, and its form. */
  private static String refusal(String text) {
    String script = text.replace('~', '\n');
    Throwable thrown = catchThrowable(() -> Scripts.parse("a.sql", script, Set.of()));
    assertThat(thrown).as(script).isInstanceOf(BadInputException.class);
    String message = String.valueOf(thrown.getMessage());
    assertThat(message).as(script).matches("a\\.sql:[1-9][0-9]*:[1-9][0-9]*: \\S[^\\n\\r]+\\S");
    int line = Integer.parseInt(message.split(":", 3)[1]);
    assertThat(line).isLessThanOrEqualTo(script.split("\n", -1).length);
    assertThat(message.toLowerCase(Locale.ROOT)).doesNotContain("exception: ");
    return message;
  }
}
