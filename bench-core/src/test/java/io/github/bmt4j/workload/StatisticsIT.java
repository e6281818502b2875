package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.ServerCounters;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.SharedServers;
import io.github.bmt4j.tables.TablePreparer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** statistics on real servers: its answers, whole and in pieces, its rows, its counts. */
@Tag("extended")
class StatisticsIT {
  /** A district and a part of the second: on MariaDB there are two warehouses. */
  @Test
  void answersOfMysqlAreThoseThatJavaComputesWholeAndInPieces() throws Exception {
    int orders = 4_000;
    try (Server lab = SharedServers.use(ItServers.anyMysql())) {
      preparer(lab).prepare(tables(orders), 4);
      assertThat(answersAreComputed(lab, orders, List.of(3))).isEqualTo(8);
    }
  }

  /** Of the second warehouse there is a part of one district, and no undelivered order. */
  @Test
  void rowsAndAnswersAreTheSameHoweverTheyAreLoaded() throws Exception {
    int orders = 31_000;
    try (Server lab = open(ItServers::embedded)) {
      TablePreparer preparer = preparer(lab);
      List<Table> tables = tables(orders);
      preparer.prepare(tables, 1);
      List<String> byOne = checksums(lab, tables);
      assertThat(answersAreComputed(lab, orders, List.of(1, 3, 100))).isEqualTo(8);
      preparer.drop(tables);
      preparer.prepare(tables, 4);
      assertThat(checksums(lab, tables)).isEqualTo(byOne);
      assertThat(Queries.one(lab.target(), "SELECT SUM(o_ol_cnt) FROM orders1"))
          .isEqualTo(Queries.one(lab.target(), "SELECT COUNT(*) FROM order_line1"))
          .isEqualTo(Long.toString(tables.get(1).rows()));
    }
  }

  @Test
  void sharesItsOrdersWithLocalStorageAndRefusesTablesOfAnotherSize() throws Exception {
    try (Server lab = open(ItServers::embedded)) {
      TablePreparer preparer = preparer(lab);
      Workload storage = Catalogue.byName("local_storage");
      preparer.prepare(storage.tables(params(storage, 5000), 1), 1);
      List<Table> tables = tables(5000);
      assertThat(preparer.prepare(tables, 1).warnings()).isEmpty();
      assertThat(answersAreComputed(lab, 5000, List.of())).isEqualTo(8);
      List<Table> others = tables(5010);
      assertThatThrownBy(() -> preparer.prepare(others, 1))
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith("orders1 has 5,000 rows, but --table-size would give 5,010");
      preparer.drop(tables.subList(0, 1));
      preparer.prepare(others.subList(0, 1), 1);
      assertThatThrownBy(() -> preparer.prepare(others, 1))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "order_line1 has %,d rows, but --table-size would give %,d, and all are read:"
                      .formatted(tables.get(1).rows(), others.get(1).rows())
                  + " use the --table-size of the load, or run bmt cleanup");
    }
  }

  @Test
  void countsWhatTheServerCounts() throws Exception {
    try (Server lab = open(ItServers::embedded)) {
      preparer(lab).prepare(tables(1000), 1);
      try (Connection connection = connector(lab).connect()) {
        ServerCounters before = ServerCounters.read(connection);
        ObservedConnection observed = new ObservedConnection(connection);
        Workload workload = workload();
        Session session = workload.newSession(new SessionContext(params(workload, 1000), 0, 1, 0));
        StatementCounts counts = new StatementCounts();
        session.attach(observed.connection());
        for (int i = 0; i < 9; i++) {
          session.next();
          session.execute(counts);
        }
        session.detach();
        assertThat(observed.resultSets()).containsOnly("StreamingResult").hasSize(9);
        ServerCounters growth = ServerCounters.read(connection).minus(before);
        assertThat(growth.of("Com_select")).isEqualTo(counts.reads()).isEqualTo(9);
      }
    }
  }

  /** How many queries there were. */
  private static int answersAreComputed(Server lab, int orders, List<Integer> numbersOfPieces)
      throws Exception {
    Workload workload = workload();
    List<HeavyStatement> statements =
        ((StatementWorkload) workload).statements(params(workload, orders));
    try (Connection connection = connector(lab).connect();
        Statement statement = connection.createStatement()) {
      ServerProduct server = ServerProduct.read(connection);
      for (HeavyStatement query : statements) {
        assertThat(query.obstacle(server)).isEmpty();
        AnswerRows expected = query.expected().orElseThrow();
        assertThat(answer(statement, query.sql(server)).rows())
            .as(query.name())
            .isEqualTo(expected.rows())
            .hasSize(Math.toIntExact(query.rows()));
        for (int pieces : numbersOfPieces) {
          List<AnswerRows> answers = new ArrayList<>();
          for (String sql : query.pieces(server, pieces)) {
            answers.add(answer(statement, sql));
          }
          assertThat(query.merged(answers).rows())
              .as("%s in %d pieces", query.name(), pieces)
              .isEqualTo(expected.rows());
        }
      }
    }
    return statements.size();
  }

  private static AnswerRows answer(Statement statement, String sql) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (ResultSet set = statement.executeQuery(sql)) {
      while (set.next()) {
        rows.add(AnswerRows.row(set));
      }
    }
    return new AnswerRows(rows);
  }

  private static List<String> checksums(Server lab, List<Table> tables) throws SQLException {
    List<String> checksums = new ArrayList<>();
    try (Connection connection = connector(lab).connect();
        Statement statement = connection.createStatement()) {
      for (Table table : tables) {
        try (ResultSet row = statement.executeQuery("CHECKSUM TABLE " + table.name())) {
          row.next();
          checksums.add(row.getString(1) + " " + row.getLong(2));
        }
      }
    }
    return checksums;
  }

  private static Server open(Supplier<TargetSpec> server) throws Exception {
    return ItServers.open(
        server.get(), "innodb_buffer_pool_size=512M", "innodb_flush_log_at_trx_commit=0");
  }

  private static Connector connector(Server lab) {
    return new Connector(lab.target(), PsMode.AUTO, 0);
  }

  private static TablePreparer preparer(Server lab) {
    return new TablePreparer(connector(lab), Progress.SILENT, new StopSignal());
  }

  private static List<Table> tables(int orders) {
    Workload workload = workload();
    return workload.tables(params(workload, orders), 1);
  }

  private static Params params(Workload workload, int orders) {
    return Params.resolve(workload.info(), Map.of("table-size", Integer.toString(orders)));
  }

  private static Workload workload() {
    return Catalogue.byName("statistics");
  }
}
