package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.ddl.AlterResult.TableFacts;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.statement.Answers;
import io.github.bmt4j.statement.ServerConnections;
import io.github.bmt4j.tables.TablePreparer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A table that was there, with about as many rows as are still counted. */
class AlteredTableTest {
  private static final ServerProduct SERVER = ServerProduct.mariaDb(11, 4);
  private static final String FEW = "9999999";
  private static final String MANY = "10000001";

  private final StopSignal stop = new StopSignal();
  private final Connector connector =
      new Connector(
          new Target("t", "jdbc:mariadb://127.0.0.1/db", "u", Secret.NONE, false),
          PsMode.DISABLE,
          0);
  private final AlteredTable table =
      new AlteredTable(
          AlterBench.onExisting(
              AlterBench.order(5, List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.INSTANT))),
          new ServerConnections(connector, stop, ""),
          new TablePreparer(connector, Progress.SILENT, stop));

  @Test
  void rowsThatWereCountedBeforeAreCountedAfterWhateverTheEstimate() throws SQLException {
    TableFacts before = table.facts(estimating(FEW), SERVER, null);

    assertThat(before.rows()).isEqualTo(42);
    assertThat(table.facts(estimating(MANY), SERVER, before).rows()).isEqualTo(42);
  }

  @Test
  void rowsThatWereNotCountedBeforeAreNotCountedAfter() throws SQLException {
    TableFacts before = table.facts(estimating(MANY), SERVER, null);

    assertThat(before.rows()).isNull();
    assertThat(table.facts(estimating(FEW), SERVER, before).rows()).isNull();
  }

  @Test
  void definitionsAreTheSameWhateverTheNamesOfTableAndConstraintsAre() {
    assertThat(
            AlteredTable.form(
                """
                CREATE TEMPORARY TABLE `bmt_wanted` (
                  `id` int(11) NOT NULL COMMENT 'a,',
                  KEY `k` (`k`),
                  CONSTRAINT `few` CHECK (`k` > 1)
                ) ENGINE=InnoDB"""))
        .isEqualTo(
            AlteredTable.form(
                """
                CREATE TABLE `orders` (
                  `id` int(11) NOT NULL COMMENT 'a,',
                  KEY `k` (`k`),
                  CONSTRAINT `_of_customer` FOREIGN KEY (`k`) REFERENCES `c` (`id`),
                  CONSTRAINT `_few` CHECK (`k` > 1)
                ) ENGINE=InnoDB"""))
        .contains("COMMENT 'a,'\n", " CHECK (`k` > 1)")
        .doesNotContain("few");
  }

  @Test
  void aDifferenceIsTheFirstLineThatDiffersShortened() {
    String table = "  `id` int(11) NOT NULL\n  PRIMARY KEY (`id`)\n) ENGINE=InnoDB";
    String column = "  `c` varchar(9) COMMENT '" + "x".repeat(200) + "'\n";

    assertThat(AlteredTable.difference(table, table.replace("11", "20")))
        .isEqualTo(": expected `id` int(11) NOT NULL, found `id` int(20) NOT NULL");
    assertThat(AlteredTable.difference(table + "\nPARTITION BY HASH (`id`)", table))
        .isEqualTo(": expected PARTITION BY HASH (`id`), found no further line");
    assertThat(AlteredTable.difference(table.replace("  PRIMARY", column + "  PRIMARY"), table))
        .isEqualTo(
            ": expected `c` varchar(9) COMMENT '" + "x".repeat(95) + "…, found PRIMARY KEY (`id`)");
  }

  private static Connection estimating(String rows) {
    return Answers.connection(
        sql -> {
          if (sql.startsWith("SHOW")) {
            return List.of();
          }
          return sql.contains("TABLE_ROWS")
              ? List.of(List.of(rows, "100", "1000", "1000"))
              : List.of(List.of("42"));
        },
        () -> {});
  }
}
