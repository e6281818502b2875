package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a file is taken apart into statements, names and values. In the tables, ~ is a line end. */
class ScriptTest {
  @Test
  void statementsEndAtSemicolonsOutsideOfQuotesAndComments() {
    assertThat(
            sql(
                """
                -- a comment; SELECT 0;
                # another; one
                SELECT ';', "a;""b", 'it''s; \\'x;', `odd;``name` /* ; */ FROM t; SELECT 2;

                /*!50000 SELECT ';' */;
                SELECT /*+ BKA(t); */ 3 --
                , 4;;
                SELECT 5--6"""))
        .containsExactly(
            "SELECT ';', \"a;\"\"b\", 'it''s; \\'x;', `odd;``name`   FROM t",
            "SELECT 2",
            "/*!50000 SELECT ';' */",
            "SELECT /*+ BKA(t); */ 3  \n, 4",
            "SELECT 5--6");
  }

  @Test
  void namesAreValuesOutsideOfQuotesAndCommentsOnly() {
    assertThat(
            sql(
                "SELECT ':n', \":n\", `:n`, /* :n */ :n, @a := :n, @b:=:n, a::n, 12:30, ::n, :n+:n,"
                    + " '\\':n' # :n\nFROM t LIMIT :n,:n",
                "n"))
        .containsExactly(
            "SELECT ':n', \":n\", `:n`,   ?, @a := ?, @b:=?, a::n, 12:30, ::n, ?+?, '\\':n'"
                + "  \nFROM t LIMIT ?,?");
  }

  @Test
  void quotedNamesArePutIntoTheText() throws Exception {
    Script script =
        Scripts.parse(
            "a.sql",
            "SELECT :\"c\" FROM :\"t\" WHERE x = :'v' AND y = :n",
            names("c", "t", "v", "n"));
    ScriptStatement statement = script.sql().get(0);
    Frame frame =
        new Frame(script.slots().size(), new io.github.bmt4j.workload.SplitMix64(1), 1, line -> {});
    frame.setText(script.slots().getOrDefault("c", -1), "a`b");
    frame.setText(script.slots().getOrDefault("t", -1), "T");
    frame.setText(script.slots().getOrDefault("v", -1), "it's \\");
    assertThat(statement.text(frame, true))
        .isEqualTo("SELECT `a``b` FROM `T` WHERE x = 'it''s \\\\' AND y = ?");
    frame.setNull(script.slots().getOrDefault("v", -1));
    assertThat(statement.text(frame, true)).endsWith("WHERE x = NULL AND y = ?");
    frame.setNull(script.slots().getOrDefault("t", -1));
    assertThatThrownBy(() -> statement.text(frame, true)).hasMessageEndingWith("has no value");
    assertThat(statement.values()).containsExactly(script.slots().get("n"));
  }

  @Test
  void delimitersOfTheMysqlClientAreUnderstood() {
    assertThat(
            sql(
                """
                delimiter //
                CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END//
                DELIMITER ;
                CALL p(); SELECT 'DELIMITER';
                """))
        .containsExactly(
            "CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END", "CALL p()", "SELECT 'DELIMITER'");
  }

  @Test
  void metaCommandsEndWithTheirLineUnlessABackslashEndsIt() {
    Script script =
        Scripts.parse(
            "a.sql",
            "\ufeff\\set a 1 + \\\r\n 2\r\n  \\SET b :a\nSELECT :a\n\\sleep 1 us\nSELECT :b \\gset x_\n"
                + "\\expect rows=1\nSELECT 1 AS z; \\gset\nSELECT :z",
            names());
    assertThat(script.sql())
        .extracting(ScriptStatement::place)
        .containsExactly("a.sql:4", "a.sql:6", "a.sql:8", "a.sql:9");
    assertThat(script.sql().get(1).gset()).isEqualTo("x_");
    assertThat(script.sql().get(1).expectations()).hasToString("[rows=1]");
    assertThat(script.sql().get(2).gset()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "SELECT a, b.c, `d e`, f + 1 AS g, COUNT(*) h, SUM(x) FROM t WHERE y = 1 | c g h a",
        "SELECT DISTINCT a FROM t | a",
        "SELECT 1 AS one | one",
        "SELECT (SELECT 1 FROM t) AS inside LIMIT 1 | inside",
        "INSERT INTO t VALUES (1) RETURNING id, x AS y | id y",
      })
  void gsetDefinesWhatTheTextSays(String statement, String columns) {
    for (String column : columns.split(" ", -1)) {
      Scripts.parse("a.sql", statement + " \\gset p_\nSELECT :p_" + column, names());
    }
    assertThatThrownBy(
            () -> Scripts.parse("a.sql", statement + " \\gset p_\nSELECT :p_zzz", names()))
        .isInstanceOf(BadInputException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "SELECT * FROM t",
    "WITH q AS (SELECT 1 AS a) SELECT a FROM q",
    "CALL p()",
    "SHOW STATUS"
  })
  void gsetOfUnknownColumnsAllowsAnyNameWithItsPrefix(String statement) {
    Scripts.parse("a.sql", statement + " \\gset p_\nSELECT :p_zzz", names());
    assertThatThrownBy(
            () -> Scripts.parse("a.sql", statement + " \\gset p_\nSELECT :q_zzz", names()))
        .isInstanceOf(BadInputException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "SELECT 1, READ",
    "(SELECT 1) UNION (SELECT 2), READ",
    "select 1 for update, READ",
    "/* x */ # y~ SELECT 1, READ",
    "WITH q AS (SELECT 1) SELECT * FROM q, READ",
    "WITH q AS (SELECT 1) UPDATE t SET a = 1, WRITE",
    "WITH q AS (SELECT 1) DELETE FROM t, WRITE",
    "VALUES (1), READ",
    "TABLE t, READ",
    "SHOW TABLES, READ",
    "DESC t, READ",
    "EXPLAIN DELETE FROM t, READ",
    "INSERT INTO t SELECT 1, WRITE",
    "REPLACE t VALUES (1), WRITE",
    "LOAD DATA INFILE 'x' INTO TABLE t, WRITE",
    "UPDATE t SET a = 1, WRITE",
    "START TRANSACTION READ ONLY, BEGIN",
    "START SLAVE, ANY",
    "begin work, BEGIN",
    "BEGIN NOT ATOMIC DO 1, ANY",
    "COMMIT AND CHAIN, COMMIT",
    "ROLLBACK, ROLLBACK",
    "ROLLBACK TO SAVEPOINT s, SAVEPOINT",
    "SAVEPOINT s, SAVEPOINT",
    "RELEASE SAVEPOINT s, SAVEPOINT",
    "SET @a := 1, SESSION",
    "USE x, SESSION",
    "/*!40101 SET NAMES utf8 */, SESSION",
    "CALL p(), ANY",
    "CREATE TABLE x (a INT), DDL",
    "CREATE TEMPORARY TABLE x (a INT), ANY",
    "SET STATEMENT max_statement_time=1 FOR UPDATE x SET a = 1, WRITE",
    "SET STATEMENT max_statement_time=1 FOR SELECT 1, READ",
    "FLUSH TABLES, ANY",
    "EXECUTE s, ANY",
  })
  void theFirstWordDecidesWhatAStatementDoes(String text, StatementKind kind) {
    String script = text.replace('~', '\n') + ";COMMIT";
    assertThat(Scripts.parse("a.sql", script, names()).sql().get(0).kind()).isEqualTo(kind);
  }

  @Test
  void aChainedCommitStaysInATransaction() {
    List<ScriptStatement> statements =
        Scripts.parse("a.sql", "COMMIT AND CHAIN; COMMIT AND NO CHAIN; COMMIT", names()).sql();
    assertThat(statements).extracting(ScriptStatement::chained).containsExactly(true, false, false);
  }

  @Test
  void warnsOfWhatOutlivesTheFile() {
    assertThat(
            Scripts.parse(
                    "a.sql",
                    "SET autocommit = 0;\nSET @x = 1, autocommit=OFF;\nLOCK TABLES t WRITE;\nUSE x;\n"
                        + "SET autocommit=1; SELECT 'USE', autocommit=0 FROM t USE INDEX (a);",
                    names())
                .warnings())
        .extracting(warning -> warning.substring(0, "a.sql:1: SET".length()))
        .containsExactly("a.sql:1: SET", "a.sql:2: SET", "a.sql:3: LOC", "a.sql:4: USE");
  }

  @Test
  void whatDefinesAVariableInABranchDefinesIt() {
    assertThat(
            sql(
                """
                \\if :client_id % 2 = 0
                \\set a 1
                \\elif :random_seed is null
                \\set a 2
                \\else
                \\set a :default_seed
                \\endif
                SELECT :a;
                """))
        .containsExactly("SELECT ?");
  }

  @Test
  void readsTheScriptsOfPgbenchItself() {
    String tpcb =
        """
        \\set aid random(1, 100000 * :scale)
        \\set bid random(1, 1 * :scale)
        \\set tid random(1, 10 * :scale)
        \\set delta random(-5000, 5000)
        BEGIN;
        UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
        SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
        UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;
        UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;
        INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);
        """;
    assertThat(sql(tpcb + "COMMIT;", "scale")).hasSize(7);
    assertThatThrownBy(() -> sql(tpcb + "END;", "scale"))
        .hasMessage("a.sql:11:1: END is PostgreSQL's: write COMMIT");
    assertThat(Scripts.of("jdbc:postgresql:d", "\\set scale 1\n" + tpcb + "END;").sql())
        .extracting(ScriptStatement::kind)
        .containsSubsequence(StatementKind.BEGIN, StatementKind.WRITE, StatementKind.COMMIT);
  }

  @Test
  void statementsOnOneLineHavePlacesOfTheirOwn() {
    assertThat(
            Scripts.parse(
                    "a.sql", "SELECT a FROM t; SELECT a FROM u;\n  SELECT a\n FROM t", names())
                .sql())
        .extracting(ScriptStatement::title)
        .containsExactly(
            "a.sql:1 SELECT a FROM", "a.sql:1:18 SELECT a FROM", "a.sql:2 SELECT a FROM");
  }

  private static List<String> sql(String text, String... defined) {
    return Scripts.parse("a.sql", text, names(defined)).sql().stream()
        .map(ScriptStatement::sql)
        .toList();
  }

  private static Set<String> names(String... names) {
    return Set.of(names);
  }
}
