package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The two workloads that send INSERTs as text. */
class InsertWorkloadsTest {

  private final StatementCounts counts = new StatementCounts();
  private final RecordedConnection recorded = new RecordedConnection(counts);

  @Test
  void insertSendsZeroForAnAutoIncrementId() throws Exception {
    run("oltp_insert", Map.of(), 0, 1, 1);
    assertThat(recorded.texts().get(0))
        .matches(
            "INSERT INTO sbtest1 \\(id, k, c, pad\\) VALUES "
                + "\\(0, \\d+, '(\\d{11}-){9}\\d{11}', '(\\d{11}-){4}\\d{11}'\\)");
    assertThat(counts.writes()).isEqualTo(1);
  }

  @Test
  void insertSendsUniqueIdsWithoutAutoIncrement() throws Exception {
    Map<String, String> off = Map.of("auto-inc", "off");
    for (int worker = 0; worker < 3; worker++) {
      run("oltp_insert", off, worker, 3, 20_000);
    }
    List<Integer> ids = new ArrayList<>();
    for (String sql : recorded.texts()) {
      String id =
          sql.substring(sql.indexOf("VALUES (") + 8, sql.indexOf(", ", sql.indexOf("VALUES")));
      ids.add(Integer.valueOf(id));
    }
    assertThat(ids).hasSize(60_000).doesNotHaveDuplicates();
    long positive = ids.stream().filter(id -> id > 0).count();
    assertThat(positive).isBetween(29_000L, 31_000L);
  }

  @Test
  void insertStartsWithEmptyTablesWithoutAutoIncrement() {
    Workload workload = Catalogue.byName("oltp_insert");
    assertThat(workload.tables(Params.resolve(workload.info(), Map.of()), 1).get(0).rows())
        .isEqualTo(10_000);
    Params off = Params.resolve(workload.info(), Map.of("auto-inc", "off"));
    assertThat(workload.tables(off, 1).get(0).rows()).isZero();
  }

  @Test
  void bulkInsertHasOneTableForEachWorker() {
    Workload workload = Catalogue.byName("bulk_insert");
    Params params = Params.resolve(workload.info(), Map.of());
    assertThat(workload.tables(params, 3).stream().map(Table::name))
        .containsExactly("sbtest1", "sbtest2", "sbtest3");
  }

  @Test
  void bulkInsertSendsAPacketOnlyWhenTheNextRowDoesNotFit() throws Exception {
    Session session = run("bulk_insert", Map.of(), 1, 2, 30_000);
    assertThat(recorded.texts()).containsExactly("SELECT COALESCE(MAX(id), 0) FROM sbtest2");
    executeUntilSent(session, 2);
    String packet = recorded.texts().get(1);
    assertThat(packet).startsWith("INSERT INTO sbtest2 VALUES(1,1),(2,2),").endsWith(")");
    assertThat(packet.length()).isBetween(512 * 1024 - 14, 512 * 1024 - 1);
    assertThat(counts.writes()).isEqualTo(1);
    assertThat(counts.reads()).isEqualTo(1);
    int rows = recorded.rowsInTable();
    executeUntilSent(session, 3);
    assertThat(recorded.texts().get(2))
        .startsWith("INSERT INTO sbtest2 VALUES(" + (rows + 1) + "," + (rows + 1) + "),");
  }

  @Test
  void bulkInsertSendsTheLastPacketAtTheEnd() throws Exception {
    Session session = run("bulk_insert", Map.of(), 0, 1, 3);
    assertThat(session.pending()).isTrue();
    session.finish(counts);
    assertThat(recorded.texts().get(1)).isEqualTo("INSERT INTO sbtest1 VALUES(1,1),(2,2),(3,3)");
    assertThat(session.pending()).isFalse();
  }

  @Test
  void bulkInsertGoesOnAfterTheRowsThatAreThere() throws Exception {
    recorded.maxId(500);
    executeUntilSent(run("bulk_insert", Map.of(), 0, 1, 1), 2);
    assertThat(recorded.texts().get(1)).startsWith("INSERT INTO sbtest1 VALUES(501,501),");
  }

  @Test
  void bulkInsertSendsALostPacketAgain() throws Exception {
    Session session = run("bulk_insert", Map.of(), 0, 1, 1);
    recorded.failAt(1);
    assertThatThrownBy(() -> executeUntilSent(session, 2)).isInstanceOf(SQLException.class);
    session.next();
    session.execute(counts);
    assertThat(recorded.texts().get(2)).startsWith("SELECT COALESCE");
    assertThat(recorded.texts().get(3)).isEqualTo(recorded.texts().get(1));
  }

  @Test
  void bulkInsertDoesNotSendAPacketAgainThatArrived() throws Exception {
    Session session = run("bulk_insert", Map.of(), 0, 1, 1);
    recorded.failAfterApplying(1);
    assertThatThrownBy(() -> executeUntilSent(session, 2)).isInstanceOf(SQLException.class);
    int rows = recorded.rowsInTable();
    executeUntilSent(session, 4);
    assertThat(recorded.texts().get(3))
        .startsWith("INSERT INTO sbtest1 VALUES(" + (rows + 1) + "," + (rows + 1) + "),");
  }

  private void executeUntilSent(Session session, int statements) throws SQLException {
    while (recorded.sent().size() < statements) {
      session.next();
      session.execute(counts);
    }
  }

  private Session run(
      String name, Map<String, String> given, int worker, int workers, int transactions)
      throws SQLException {
    Workload workload = Catalogue.byName(name);
    Params params = Params.resolve(workload.info(), given);
    Session session = workload.newSession(new SessionContext(params, worker, workers, 1));
    session.attach(recorded.connection());
    for (int i = 0; i < transactions; i++) {
      session.next();
      session.execute(counts);
    }
    return session;
  }
}
