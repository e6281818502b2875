package io.github.bmt4j.jmh.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Workload;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadsOnStubTest {
  private static final int TRANSACTIONS = 1000;

  /** All that do not need a server's rows to go on, as tpcc does. */
  static List<Workload> workloads() {
    return Catalogue.all().stream()
        .filter(workload -> !workload.info().name().equals("tpcc"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void runsAndCountsWhatWasSent(Workload workload) throws Exception {
    CountedStatements counted = new CountedStatements(DriverManager.getConnection(StubDriver.URL));
    StatementCounts counts = new StatementCounts();
    run(workload, Map.of(), counted.connection(), counts);
    assertThat(counts.reads()).isEqualTo(counted.reads());
    assertThat(counts.writes()).isEqualTo(counted.writes());
    assertThat(counts.others()).isEqualTo(counted.others());
    assertThat(counts.reads() + counts.writes()).isPositive();
    assertThat(counted.open()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "oltp_delete,           0, 1, 0",
    "oltp_insert,           0, 1, 0",
    "oltp_point_select,     1, 0, 0",
    "oltp_read_only,       14, 0, 2",
    "oltp_read_write,      14, 4, 2",
    "oltp_update_index,     0, 1, 0",
    "oltp_update_non_index, 0, 1, 0",
    "oltp_write_only,       0, 4, 2",
    "select_random_points,  1, 0, 0",
    "select_random_ranges,  1, 0, 0",
  })
  void answersSoThatEveryStatementIsOfItsKind(String name, int reads, int writes, int others)
      throws Exception {
    StatementCounts counts = new StatementCounts();
    try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
      run(Catalogue.byName(name), Map.of(), connection, counts);
    }
    assertThat(counts.reads()).isEqualTo((long) reads * TRANSACTIONS);
    assertThat(counts.writes()).isEqualTo((long) writes * TRANSACTIONS);
    assertThat(counts.others()).isEqualTo((long) others * TRANSACTIONS);
  }

  @Test
  void takesABulkInsertsPacket() throws Exception {
    StatementCounts counts = new StatementCounts();
    try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
      Session session = session(Catalogue.byName("bulk_insert"), Map.of());
      session.attach(connection);
      while (counts.writes() == 0 && counts.reads() < 2) {
        session.next();
        session.execute(counts);
      }
      session.detach();
    }
    assertThat(counts.reads()).isEqualTo(1);
    assertThat(counts.writes()).isEqualTo(1);
  }

  @Test
  void attachesForEveryTransactionAsWithAPool() throws Exception {
    StatementCounts counts = new StatementCounts();
    Session session = session(Catalogue.byName("oltp_read_write"), Map.of("tables", "3"));
    try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
      for (int i = 0; i < TRANSACTIONS; i++) {
        session.attach(connection);
        session.next();
        session.execute(counts);
        session.detach();
      }
    }
    assertThat(counts.reads() + counts.writes() + counts.others()).isEqualTo(20L * TRANSACTIONS);
  }

  private static void run(
      Workload workload, Map<String, String> given, Connection connection, StatementCounts counts)
      throws SQLException {
    Session session = session(workload, given);
    session.attach(connection);
    for (int i = 0; i < TRANSACTIONS; i++) {
      counts.begin();
      session.next();
      session.execute(counts);
    }
    session.detach();
  }

  private static Session session(Workload workload, Map<String, String> given) {
    Params params = Params.resolve(workload.info(), given);
    return workload.newSession(new SessionContext(params, 0, 1, 5));
  }
}
