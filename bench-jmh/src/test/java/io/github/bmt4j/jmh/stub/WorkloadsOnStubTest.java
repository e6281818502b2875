package io.github.bmt4j.jmh.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Tally;
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

  static List<Workload> workloads() {
    return Catalogue.all();
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void runsAndCountsWhatWasSent(Workload workload) throws Exception {
    CountedStatements counted = new CountedStatements(DriverManager.getConnection(StubDriver.URL));
    Tally tally = new Tally();
    run(workload, Map.of(), counted.connection(), tally);
    assertThat(tally.reads()).isEqualTo(counted.reads());
    assertThat(tally.writes()).isEqualTo(counted.writes());
    assertThat(tally.others()).isEqualTo(counted.others());
    assertThat(tally.reads() + tally.writes()).isPositive();
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
    Tally tally = new Tally();
    try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
      run(Catalogue.byName(name), Map.of(), connection, tally);
    }
    assertThat(tally.reads()).isEqualTo((long) reads * TRANSACTIONS);
    assertThat(tally.writes()).isEqualTo((long) writes * TRANSACTIONS);
    assertThat(tally.others()).isEqualTo((long) others * TRANSACTIONS);
  }

  @Test
  void takesABulkInsertsPacket() throws Exception {
    Tally tally = new Tally();
    try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
      Session session = session(Catalogue.byName("bulk_insert"), Map.of());
      session.attach(connection);
      while (tally.writes() == 0 && tally.reads() < 2) {
        session.execute(tally);
      }
      session.detach();
    }
    assertThat(tally.reads()).isEqualTo(1);
    assertThat(tally.writes()).isEqualTo(1);
  }

  @Test
  void attachesForEveryTransactionAsWithAPool() throws Exception {
    Tally tally = new Tally();
    Session session = session(Catalogue.byName("oltp_read_write"), Map.of("tables", "3"));
    try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
      for (int i = 0; i < TRANSACTIONS; i++) {
        session.attach(connection);
        session.execute(tally);
        session.detach();
      }
    }
    assertThat(tally.reads() + tally.writes() + tally.others()).isEqualTo(20L * TRANSACTIONS);
  }

  private static void run(
      Workload workload, Map<String, String> given, Connection connection, Tally tally)
      throws SQLException {
    Session session = session(workload, given);
    session.attach(connection);
    for (int i = 0; i < TRANSACTIONS; i++) {
      tally.begin();
      session.execute(tally);
    }
    session.detach();
  }

  private static Session session(Workload workload, Map<String, String> given) {
    Params params = Params.resolve(workload.info(), given);
    return workload.newSession(new SessionContext(params, 0, 1, 5));
  }
}
