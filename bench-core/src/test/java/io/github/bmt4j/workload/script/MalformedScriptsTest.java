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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scripts that cannot be executed: each is refused with one line that has its file, line and
 * column. In the tables, ~ is a line end.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedScriptsTest {
  private int refused;

  @BeforeAll
  void none() {
    refused = 0;
  }

  @AfterAll
  void areHundreds() {
    assertThat(refused).isGreaterThanOrEqualTo(300);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "1:1 | ~ | there is no SQL statement in this file",
        "1:1 | \\set x 1 | there is no SQL statement in this file",
        "1:1 | -- SELECT 1; | there is no SQL statement",
        "1:1 | ;;; | there is no SQL statement",
        "1:1 | /* SELECT 1; */ | there is no SQL statement",
        "1:8 | SELECT 'abc | the quote ' that begins here is not closed",
        "1:8 | SELECT 'it''s | the quote ' that begins here is not closed",
        "1:8 | SELECT 'abc\\' | the quote ' that begins here is not closed",
        "1:8 | SELECT \"abc; | the quote \" that begins here is not closed",
        "1:8 | SELECT `abc | the quote ` that begins here is not closed",
        "2:3 | SELECT 1;~  /* SELECT | the comment that begins here is not closed: write */",
        "1:8 | SELECT /*! 1; | the comment that begins here is not closed",
        "1:8 | SELECT :a; | :a is not defined here: \\set it above, or give -D a=...",
        "2:11 | \\set account 1~SELECT 1, :acount; | :acount is not defined here: did you mean"
            + " :account?",
        "1:8 | SELECT :\"t\"; | :t is not defined here",
        "1:8 | SELECT :'t'; | :t is not defined here",
        "1:8 | SELECT :'a b'; | a name is missing between the quotes after the colon",
        "1:8 | SELECT :''; | a name is missing between the quotes after the colon",
        "1:9 | SELECT :\"; | the quote \" that begins here is not closed",
        "1:8 | SELECT ?; | ? has no value: write :name",
        "1:25 | SELECT a FROM t LIMIT 3,?; | ? has no value: write :name",
        "1:1 | 'x'; | a statement begins with a word",
        "1:1 | ); | a statement begins with a word",
        "1:1 | END; | END is PostgreSQL's: write COMMIT",
        "2:3 | SELECT 1;~  END; | END is PostgreSQL's: write COMMIT",
        "1:1 | BEGIN; SELECT 1; | the transaction that begins here is never ended",
        "2:1 | SELECT 1;~START TRANSACTION; SELECT 2; | the transaction that begins here is never",
        "1:1 | \\sett x 1 | there is no command \\sett: did you mean set?",
        "1:1 | \\foo | there is no command \\foo: choose one of set, gset, if",
        "1:3 | ^  \\loop^ | there is no command \\loop",
        "1:8 | SELECT \\N; | there is no command \\N;",
        "1:10 | SELECT 1 \\; SELECT 2; | \\; is not supported: end each statement with ;",
        "1:10 | SELECT 1 \\g | \\g ends no statement: write ;",
        "1:10 | SELECT 1 \\G | \\G ends no statement: write ;",
        "1:1 | \\ | \\ ends no statement",
        "1:1 | \\shell ls | \\shell is not supported: a script runs no programs",
        "1:1 | \\setshell x ls | \\setshell is not supported",
        "1:1 | \\startpipeline | \\startpipeline is not supported: JDBC has no pipelines",
        "1:1 | \\endpipeline | \\endpipeline is not supported",
        "1:1 | \\syncpipeline | \\syncpipeline is not supported",
        "1:10 | SELECT 1 \\aset | \\aset is not supported: read each row's values with \\gset",
        "1:5 | \\set | \\set needs a name",
        "1:6 | \\set 1x 5 | \\set needs a name",
        "1:6 | \\set :x 5 | \\set needs a name",
        "1:7 | \\set x | \\set x needs an expression",
        "1:7 | \\set x-y 5 | a blank must follow the name x",
        "1:7 | \\set x=5 | a blank must follow the name x",
        "1:10 | \\set x 1 2 | unexpected 2 in the expression",
        "1:10 | \\set x 1 ; | unexpected ; in the expression",
        "1:10 | \\set x 5 y | unexpected y in the expression",
        "1:9 | \\set x 5abc | unexpected abc in the expression",
        "1:8 | \\set x y | y is not a value: a variable is written :name, a text 'text'",
        "2:8 | \\set y 1~\\set x y | y is not a value: did you mean :y?",
        "1:8 | \\set x random | random needs its arguments in parentheses",
        "1:8 | \\set x :y | :y is not defined here",
        "1:8 | \\set x :x + 1 | :x is not defined here",
        "1:8 | \\set x : | a name must follow the colon",
        "1:8 | \\set x :1 | a name must follow the colon",
        "1:8 | \\set x $ | unexpected $ where a value is expected",
        "1:8 | \\set x \"a\" | unexpected \"a\" where a value is expected",
        "1:8 | \\set x 'abc | the quote ' that begins here is not closed",
        "1:8 | \\set x 'abc~' | the quote ' that begins here is not closed",
        "1:8 | \\set x (1 + 2 | the parenthesis that opens here is not closed",
        "1:14 | \\set x (1 + 2] | unexpected ] where , or ) is expected",
        "1:9 | \\set x 1) | unexpected ) in the expression",
        "1:9 | \\set x () | unexpected",
        "1:11 | \\set x 1 + | unexpected end of the line where a value is expected",
        "1:12 | \\set x 1 + * 2 | unexpected * where a value is expected",
        "1:8 | \\set x * 2 | unexpected * where a value is expected",
        "1:14 | \\set x 1 < 2 < 3 | < cannot follow its like: put one of them in parentheses",
        "1:14 | \\set x 1 = 2 <> 3 | <> cannot follow its like",
        "1:18 | \\set x 1 is null is null | is cannot follow its like",
        "1:17 | \\set x 1 isnull notnull | notnull cannot follow its like",
        "1:10 | \\set x 1 is 5 | IS needs NULL, TRUE or FALSE after it, or NOT and one of them",
        "1:10 | \\set x 1 is not | IS needs NULL, TRUE or FALSE",
        "1:8 | \\set x case end | CASE needs a WHEN",
        "1:8 | \\set x case when true end | CASE WHEN needs a THEN",
        "1:8 | \\set x case when true then 1 | CASE without END",
        "1:8 | \\set x case when true then 1 else 2 | CASE without END",
        "1:18 | \\set x case when then 1 end | then is not a value",
        "1:8 | \\set x 9223372036854775808 | 9223372036854775808 is out of range",
        "1:8 | \\set x 1e999 | 1e999 is out of range",
        "1:8 | \\set x 1.2.3 | 1.2.3 is not a number",
        "1:10 | \\set x 1 / 0 | division by zero",
        "1:10 | \\set x 1 % 0 | division by zero",
        "1:8 | \\set x mod(1, 0) | division by zero",
        "1:28 | \\set x 9223372036854775807 + 1 | bigint add out of range",
        "1:28 | \\set x 9223372036854775807 * 2 | bigint mul out of range",
        "1:8 | \\set x random(5, 1) | empty range given to random: 5 to 1",
        "1:8 | \\set x random_zipfian(1, 9, 0.99) | zipfian parameter must be in [1.001, 1000], not"
            + " 0.99",
        "1:8 | \\set x random_gaussian(1, 9, 1) | gaussian parameter must be at least 2, not 1.0",
        "1:8 | \\set x random_exponential(1, 9, -1) | exponential parameter must be greater than"
            + " zero",
        "1:8 | \\set x permute(1, 0, 1) | permute size parameter must be greater than zero",
        "1:8 | \\set x timestamp('x', 'y') | 'x' is no date",
        "1:8 | \\set x digits(-1) | a text of -1 characters",
        "1:8 | \\set x randon(1, 2) | there is no function randon: did you mean random?",
        "1:8 | \\set x log(2) | there is no function log",
        "1:8 | \\set x nextval('s') | there is no function nextval",
        "1:8 | \\set x is(1) | there is no function is",
        "1:10 | \\set x 1 + true | + needs a number, not a boolean",
        "1:10 | \\set x 1 + 'a' | + needs a number, not a text",
        "1:16 | \\set x (1 < 2) < 3 | < needs numbers or texts, not a boolean",
        "1:13 | \\set x true = true | = needs numbers or texts, not a boolean",
        "1:8 | \\set x not 5 | not needs a boolean, not a number",
        "1:10 | \\set x 1 and true | AND needs booleans on both sides",
        "1:13 | \\set x true or 'a' | OR needs booleans on both sides",
        "1:8 | \\set x -true | - needs a number, not a boolean",
        "1:4 | \\if | \\if needs an expression",
        "1:1 | \\if true~SELECT 1; | \\if without \\endif",
        "1:1 | \\if true~\\if true~\\endif~SELECT 1; | \\if without \\endif",
        "1:1 | \\else | \\else without \\if",
        "1:1 | \\elif true | \\elif without \\if",
        "2:1 | SELECT 1;~\\endif | \\endif without \\if",
        "3:1 | \\if true~\\else~\\else~\\endif | \\else after \\else",
        "3:1 | \\if true~\\else~\\elif true~\\endif | \\elif after \\else",
        "4:1 | \\if true~SELECT 1;~\\endif~\\endif | \\endif without \\if",
        "2:6 | \\if true~\\elif | \\elif needs an expression",
        "2:8 | \\if true~\\endif x~SELECT 1; | \\endif ends before this",
        "2:7 | \\if true~\\else if~\\endif | \\else ends before this",
        "1:7 | \\sleep | \\sleep needs a whole number below 10^9, or :name",
        "1:8 | \\sleep ms | \\sleep needs a whole number",
        "1:8 | \\sleep -1 ms | \\sleep needs a whole number",
        "1:8 | \\sleep 1000000000 | \\sleep needs a whole number",
        "1:10 | \\sleep 5 min | the unit of \\sleep is us, ms or s, not min",
        "1:9 | \\sleep 5.5 ms | the unit of \\sleep is us, ms or s, not .5",
        "1:8 | \\sleep :n ms | :n is not defined here",
        "1:8 | \\sleep : ms | a name must follow the colon",
        "1:13 | \\sleep 5 ms 6 | \\sleep ends before this",
        "1:6 | \\file | \\file needs a name",
        "1:8 | \\file a | \\file needs = between its names and the CSV file",
        "1:9 | \\file a b.csv | \\file needs = between its names",
        "1:10 | \\file a, = b.csv | \\file needs a name",
        "1:10 | \\file a = | \\file needs the path of a CSV file",
        "1:11 | \\file a = none-such.csv | none-such.csv: cannot be read: there is no such file",
        "1:17 | \\file a = b.csv often | the order of \\file is random, sequential or once, not"
            + " often",
        "1:11 | \\file a = 'b.csv | the quote ' that begins here is not closed",
        "1:1 | \\gset | \\gset must follow a statement",
        "2:1 | \\set x 1~\\gset | \\gset must follow a statement",
        "3:1 | \\if true~SELECT 1;\\endif~\\gset | \\gset must follow a statement",
        "1:23 | SELECT 1 AS a \\gset a b | \\gset ends before this",
        "1:22 | SELECT 1 AS a \\gset a-b | \\gset ends before this",
        "1:21 | SELECT 1 AS a \\gset 1 | \\gset needs a name",
        "2:1 | SELECT 1 AS a \\gset~\\gset | \\gset occurs twice here",
        "1:7 | BEGIN \\gset~COMMIT; | \\gset needs a row, and this statement gives none",
        "1:14 | BEGIN;COMMIT \\gset | \\gset needs a row, and this statement gives none",
        "1:22 | INSERT INTO t VALUES(\\gset | \\gset needs a row",
        "1:18 | UPDATE t SET a=1 \\gset | \\gset needs a row",
        "1:15 | DELETE FROM t \\gset | \\gset needs a row",
        "1:12 | SET @a = 1 \\gset | \\gset needs a row",
        "2:8 | SELECT 1 AS a \\gset p_~SELECT :a; | :a is not defined here",
        "2:8 | SELECT a, b AS c FROM t \\gset~SELECT :b; | :b is not defined here",
        "1:1 | \\expect rows=1 | \\expect must follow a statement",
        "2:8 | SELECT 1;~\\expect | \\expect needs rows or affected",
        "2:9 | SELECT 1;~\\expect row=1 | \\expect needs rows or affected",
        "2:9 | SELECT 1;~\\expect rows==1 | \\expect needs rows or affected",
        "2:9 | SELECT 1;~\\expect rows=x | \\expect needs rows or affected",
        "2:9 | SELECT 1;~\\expect rows=-1 | \\expect needs rows or affected",
        "2:9 | SELECT 1;~\\expect rows | \\expect needs rows or affected",
        "2:9 | SELECT 1;~\\expect rows=1 x | \\expect needs rows or affected",
        "2:1 | SELECT 1;~\\expect affected=1 | this statement affects no rows: write \\expect rows",
        "2:1 | UPDATE t SET a=1;~\\expect rows=1 | this statement gives no rows: write \\expect"
            + " affected",
        "1:1 | DELIMITER | DELIMITER needs the new delimiter after it",
        "1:14 | DELIMITER // x | DELIMITER ends before this",
        "1:1 | DELIMITER \\ | a delimiter must have no backslash",
      })
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
    Script script = Script.parse("a.sql", "BEGIN; SELECT 1; COMMIT;", Set.of());
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
        List.of(new WeightedScript(Script.parse("a.sql", "SELECT 1;\n" + ddl, Set.of()), 1));
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
  private String refusal(String text) {
    String script = text.replace('~', '\n');
    Throwable thrown = catchThrowable(() -> Script.parse("a.sql", script, Set.of()));
    assertThat(thrown).as(script).isInstanceOf(BadInputException.class);
    String message = String.valueOf(thrown.getMessage());
    assertThat(message).as(script).matches("a\\.sql:[1-9][0-9]*:[1-9][0-9]*: \\S[^\\n\\r]+\\S");
    int line = Integer.parseInt(message.split(":", 3)[1]);
    assertThat(line).isLessThanOrEqualTo(script.split("\n", -1).length);
    assertThat(message.toLowerCase(Locale.ROOT)).doesNotContain("exception: ");
    refused++;
    return message;
  }
}
