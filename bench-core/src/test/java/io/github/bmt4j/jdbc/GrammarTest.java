package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.agent.Wire;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrammarTest {
  private static final String MARIADB = "jdbc:mariadb://h/d?sessionVariables=";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "jdbc:mariadb://h/d?sql_modes=ANSI | | true | false",
        MARIADB + "sql_mode='ANSI_QUOTES'&user=u | | true | true",
        MARIADB + "a=1;sql_mode=%27STRICT_TRANS_TABLES%2CNO_BACKSLASH_ESCAPES%27 | | false | false",
        "jdbc:mysql://h/d?sessionVariables=SQL_MODE=concat(@@sql_mode,',ANSI') | | true | true",
        MARIADB + "sql_mode=''&password=NO_BACKSLASH_ESCAPES | | true | false",
        "^^ | sql-mode=ansi_quotes,no_backslash_escapes | false | true",
        "^^ | ^^ | true | false",
        "jdbc:postgresql://h/d | ^^ | false | true",
        "jdbc:other:d?sql_mode=x | ^^ | false | true",
      })
  void urlAndServerOptionsSayHowTextsAreRead(
      String url, String option, boolean backslashes, boolean ansiQuotes) {
    List<String> options = option == null ? List.of() : List.of("a=1", option);
    Grammar grammar = Grammar.of(url.isEmpty() ? List.of() : List.of(url), options);

    assertThat(grammar.backslashes()).isEqualTo(backslashes);
    assertThat(grammar.ansiQuotes()).isEqualTo(ansiQuotes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "SET sql_mode = 'ANSI_QUOTES' | true | true",
        "SET SESSION sql_mode := '' | true | false",
        "SET sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES') | false | true",
        "/*!40101 SET SQL_MODE=@OLD_SQL_MODE */ | true | true",
        "SET @a = 1 | true | true",
      })
  void statementsChangeIt(String sql, boolean backslashes, boolean ansiQuotes) {
    Grammar ansi = new Grammar(Dialect.MYSQL, true, true);

    assertThat(ansi.after(sql)).isEqualTo(new Grammar(Dialect.MYSQL, backslashes, ansiQuotes));
  }

  @Test
  void agentsGetItAsItIs() throws IOException {
    Grammar grammar = new Grammar(Dialect.SQLITE, false, true);

    assertThat(Wire.read(Wire.text(grammar), Grammar.class)).isEqualTo(grammar);
  }
}
