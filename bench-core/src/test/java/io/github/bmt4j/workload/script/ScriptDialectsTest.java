package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.workload.SplitMix64;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.AbstractListAssert;
import org.assertj.core.api.ObjectAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements as the server behind a URL reads them. */
class ScriptDialectsTest {
  private static final String POSTGRES = "jdbc:postgresql://h/d";

  @Test
  void postgresHasNoBackslashesButInItsOwnTexts() {
    reads(POSTGRES, "SELECT 'C:\\', a LIKE 'x' ESCAPE '\\'; SELECT 2")
        .containsExactly("SELECT 'C:\\', a LIKE 'x' ESCAPE '\\'", "SELECT 2");
    reads(POSTGRES, "SELECT E'it\\'s;', e'\\\\', date'\\', U&'\\'; SELECT 'e' 'x;'")
        .containsExactly("SELECT E'it\\'s;', e'\\\\', date'\\', U&'\\'", "SELECT 'e' 'x;'");
    reads(POSTGRES, "DO $$ BEGIN a; '$x$' END; $$; SELECT $1")
        .containsExactly("DO $$ BEGIN a; '$x$' END; $$", "SELECT $1");
    reads(POSTGRES, "DO $ü1$ $$ ; $ü$ $ü1$; SELECT a$b$c;")
        .containsExactly("DO $ü1$ $$ ; $ü$ $ü1$", "SELECT a$b$c");
    refuses(POSTGRES, "SELECT 1;\nDO $x$ BEGIN $$", "2:4: the quote $x$ that begins here is not");
  }

  @Test
  void postgresHasOtherCommentsAndOperators() {
    reads(POSTGRES, "SELECT a\nORDER BY j #> '{a}' DESC\nLIMIT 1;")
        .containsExactly("SELECT a\nORDER BY j #> '{a}' DESC\nLIMIT 1");
    reads(POSTGRES, "SELECT /* ' /* ; */ ' */ 1 --;\n; SELECT 5--6")
        .containsExactly("SELECT   1", "SELECT 5");
    reads(POSTGRES, "SELECT /*! 1; */ 2 /*+ a; */").containsExactly("SELECT   2 /*+ a; */");
    reads(POSTGRES, "SELECT a ? 'b?', c ?| d, `, :n::int, e[1:2]; f(g := :n)")
        .containsExactly("SELECT a ?? 'b?', c ??| d, `, ?::int, e[1:2]", "f(g := ?)");
    refuses(POSTGRES, "SELECT /* /* */", "1:8: the comment that begins here is not closed");
  }

  @Test
  void eachOtherServerHasItsOwn() {
    reads("jdbc:mysql://h/d", "SELECT $$; SELECT /* /* ; */ 1 */ 2 # ;\n, 3")
        .containsExactly("SELECT $$", "SELECT   1 */ 2  \n, 3");
    reads("jdbc:duckdb:x", "SELECT $$a;$$, E'\\';', #1, '\\' /* /* */ ; */; SELECT 2")
        .containsExactly("SELECT $$a;$$, E'\\';', #1, '\\'", "SELECT 2");
    reads("jdbc:sqlite:x", "SELECT `a;b`, \"c\\\", '\\' # /* /* */ ; SELECT 2")
        .containsExactly("SELECT `a;b`, \"c\\\", '\\' #", "SELECT 2");
    reads("jdbc:h2:mem:x", "SELECT $$a;$$ // ';\n, `b;` /* /* */ ; */; SELECT 2")
        .containsExactly("SELECT $$a;$$  \n, `b;`", "SELECT 2");
    reads("jdbc:hsqldb:mem:x", "SELECT '\\' -- '\n, \"a;\" /* /* */; SELECT 2")
        .containsExactly("SELECT '\\'  \n, \"a;\"", "SELECT 2");
    reads("jdbc:derby:x", "SELECT '\\' /* /* ; */ ; */; SELECT 2")
        .containsExactly("SELECT '\\'", "SELECT 2");
    reads("jdbc:oracle:thin:@h", "SELECT '\\', \"a\\\" # 1; SELECT 2")
        .containsExactly("SELECT '\\', \"a\\\" # 1", "SELECT 2");
  }

  @Test
  void theSqlModeOfMysqlDecides() {
    Grammar none = new Grammar(Dialect.MYSQL, false, true);
    assertThat(sql(none, "SELECT 'a\\', \"b\\\", `c\\`; SELECT 2"))
        .containsExactly("SELECT 'a\\', \"b\\\", `c\\`", "SELECT 2");
    assertThat(
            sql(
                Grammar.MYSQL,
                "SET sql_mode='NO_BACKSLASH_ESCAPES'; SELECT 'a\\'; SET sql_mode=''; SELECT '\\';'"))
        .hasSize(4)
        .endsWith("SELECT '\\';'");

    String read = "SELECT 'a\\\\', \"b\", `c`";
    assertThat(script(Grammar.MYSQL, read).readsAlike(none)).isTrue();
    assertThat(script(Grammar.MYSQL, "SELECT '\\'', '1;'").readsAlike(none)).isFalse();
    assertThat(script(none, "SELECT '\\'; SELECT ' '").readsAlike(Grammar.MYSQL)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "postgresql | END | COMMIT",
        "postgresql | ABORT | ROLLBACK",
        "postgresql | CREATE TABLE z (a INT) | UNDOABLE",
        "postgresql | CALL p() | UNDOABLE",
        "postgresql | LOCK TABLE t | UNDOABLE",
        "postgresql | MERGE INTO t USING s ON TRUE WHEN MATCHED THEN DELETE | WRITE",
        "postgresql | WITH q AS (SELECT 1) INSERT INTO t SELECT * FROM q | WRITE",
        "postgresql | WITH q AS ( UPDATE t SET a = 1 RETURNING a) SELECT a FROM q | UNDOABLE",
        "postgresql | WITH q AS (SELECT a FROM t FOR UPDATE) SELECT a FROM q | READ",
        "sqlite | END TRANSACTION | COMMIT",
        "sqlite | DROP TABLE t | UNDOABLE",
        "duckdb | COPY t FROM 'x.csv' | WRITE",
        "derby | CREATE TABLE z (a INT) | UNDOABLE",
        "h2 | CREATE TABLE z (a INT) | DDL",
        "hsqldb | CALL p() | ANY",
        "sqlserver | CREATE TABLE z (a INT) | DDL",
      })
  void theServerDecidesWhatCommits(String server, String sql, StatementKind kind) {
    Script script = Scripts.of("jdbc:" + server + ":x", sql + ";\nCOMMIT;");
    assertThat(script.sql().get(0).kind()).isEqualTo(kind);
    assertThat(script.warnings()).isEmpty();
  }

  @Test
  void whatAServerCannotTakeIsRefused() {
    refuses(POSTGRES, "COPY t FROM STDIN;\n1\n\\.\n", "1:1: COPY with STDIN or STDOUT needs");
    refuses("jdbc:h2:mem:x", "SELECT a ? b;", "1:10: ? has no value: write :name");
    refuses("jdbc:h2:mem:x", "END;", "1:1: END is PostgreSQL's: write COMMIT");
    refuses(
        "jdbc:derby:x",
        "START TRANSACTION READ ONLY; COMMIT;",
        "1:1: START is a call of JDBC on this server: write no more words after it");
    assertThat(Scripts.of("jdbc:hsqldb:mem:x", "START TRANSACTION; COMMIT WORK;").sql()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "postgresql | SELECT count(*) FROM t | count",
        "postgresql | SELECT now()::date, coalesce(a, 1) + 1 AS b FROM t | now date coalesce b",
        "postgresql | SELECT 1, (SELECT max(a) FROM t) | max any",
        "postgresql | SELECT CAST(a AS int) FROM t | a any",
        "postgresql | SELECT 1 AS \"from\", a FROM t | from a",
        "mariadb | SELECT `order`, a AS `from` FROM t | order from",
      })
  void columnsHaveTheServersNames(String server, String sql, String columns) {
    for (String column : columns.split(" ", -1)) {
      Scripts.of("jdbc:" + server + "://h/d", sql + " \\gset\nSELECT :" + column);
    }
    if (!columns.contains("any")) {
      refuses("jdbc:" + server + "://h/d", sql + " \\gset\nSELECT :zzz", ":zzz is not defined");
    }
  }

  @Test
  void identifiersArePutInAsTheServerQuotesThem() throws Exception {
    Script script = Scripts.of(POSTGRES, "SELECT :'t' FROM :\"t\"");
    Frame frame = new Frame(script.slots().size(), new SplitMix64(1), 1, line -> {});
    frame.setText(script.slots().getOrDefault("t", -1), "a\"`'\\");
    assertThat(script.sql().get(0).text(frame, false))
        .isEqualTo("SELECT 'a\"`''\\' FROM \"a\"\"`'\\\"");
  }

  private static Script script(Grammar grammar, String text) {
    return Script.parse(new Script.Text("a.sql", text, Set.of(), grammar));
  }

  private static List<String> sql(Grammar grammar, String text) {
    return script(grammar, text).sql().stream().map(ScriptStatement::sql).toList();
  }

  private static AbstractListAssert<?, List<? extends String>, String, ObjectAssert<String>> reads(
      String url, String text) {
    return assertThat(Scripts.of(url, text).sql()).extracting(ScriptStatement::sql);
  }

  private static void refuses(String url, String text, String message) {
    assertThatThrownBy(() -> Scripts.of(url, text))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(message);
  }
}
