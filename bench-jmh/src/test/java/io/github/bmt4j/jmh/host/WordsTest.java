package io.github.bmt4j.jmh.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jmh.profile.BmtProfiler;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.format.ResultFormatType;

class WordsTest {
  @Test
  void keepsTheCommasOfAUrlTogether() {
    Words words =
        Words.of("-p", "url=jdbc:mariadb:sequential://a:3306,b:3306/db?x=1,jdbc:mariadb://c/db");

    assertThat(words.urls())
        .containsExactly("jdbc:mariadb:sequential://a:3306,b:3306/db?x=1", "jdbc:mariadb://c/db");
    assertThat(words.jmh()).isEmpty();
  }

  @Test
  void aHostMayBeCalledAsAServerOfOurs() {
    assertThat(Words.of("-p", "url=jdbc:mariadb://a,local:3306/db").urls())
        .containsExactly("jdbc:mariadb://a,local:3306/db");
  }

  @Test
  void takesServersOfOursBesideUrls() {
    assertThat(Words.of("-p", "url=embedded,jdbc:mariadb://c/db,container:mysql:9.7,local").urls())
        .containsExactly("embedded", "jdbc:mariadb://c/db", "container:mysql:9.7", "local");
  }

  @Test
  void keepsATriggerAsItIs() {
    Words words = Words.of("-p", "trigger=aws rds failover --ids a,b=c", "Failover");

    assertThat(words.triggers()).containsExactly("aws rds failover --ids a,b=c");
    assertThat(words.jmh()).containsExactly("Failover");
  }

  @Test
  void givesTriggersNamesBecauseTheyMayHoldSecrets() {
    assertThat(Words.of("-p", "trigger=do --token x").namedTriggers())
        .containsExactly(entry("command", "do --token x"));
    assertThat(Words.of("-p", "trigger=a", "-p", "trigger=b").namedTriggers())
        .containsExactly(entry("command-1", "a"), entry("command-2", "b"));
  }

  @Test
  void leavesOtherParametersToJmhAndKnowsTheirNames() {
    Words words = Words.of("X", "-p", "workload=a,b", "-t", "4", "-p", "rows=1");

    assertThat(words.jmh()).containsExactly("X", "-p", "workload=a,b", "-t", "4", "-p", "rows=1");
    assertThat(words.parameters()).containsExactly("workload", "rows");
  }

  @Test
  void knowsOurProfilerByItsShortName() {
    assertThat(Words.of("-prof", "bmt", "-prof", "gc", "-prof", "bmtx").jmh())
        .containsExactly("-prof", BmtProfiler.class.getName(), "-prof", "gc", "-prof", "bmtx");
  }

  @Test
  void takesTheFileOfResultsOut() {
    Words words = Words.of("-rf", "json", "-rff", "x.json", "X");

    assertThat(words.format()).isEqualTo(ResultFormatType.JSON);
    assertThat(words.file()).isEqualTo("x.json");
    assertThat(words.jmh()).containsExactly("X");
  }

  @Test
  void aFileWithoutFormatIsAsJmhWritesIt() {
    assertThat(Words.of("-rff", "x").format()).isEqualTo(ResultFormatType.CSV);
    assertThat(Words.of("X").format()).isNull();
  }

  @Test
  void refusesAFormatThatJmhDoesNotHave() {
    assertThatThrownBy(() -> Words.of("-rf", "xml"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("-rf xml: choose one of text, csv, scsv, json, latex");
  }

  @Test
  void aLastWordWithoutValueIsLeftToJmh() {
    assertThat(Words.of("-p").jmh()).containsExactly("-p");
  }
}
