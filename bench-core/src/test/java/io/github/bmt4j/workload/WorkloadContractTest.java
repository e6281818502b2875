package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every workload on the class path keeps to. */
class WorkloadContractTest {
  private static final int TRANSACTIONS = 20;

  static List<Workload> workloads() {
    return Catalogue.all();
  }

  @Test
  void catalogueHasSysbenchsOltpScripts() {
    assertThat(workloads().stream().map(workload -> workload.info().name()))
        .contains(
            "bulk_insert",
            "oltp_delete",
            "oltp_insert",
            "oltp_point_select",
            "oltp_read_only",
            "oltp_read_write",
            "oltp_update_index",
            "oltp_update_non_index",
            "oltp_write_only",
            "select_random_points",
            "select_random_ranges")
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void saysWhatItIs(Workload workload) {
    WorkloadInfo info = workload.info();
    assertThat(info.name()).matches("[a-z][a-z0-9_]*");
    assertThat(info.version()).isPositive();
    assertThat(info.summary()).isNotBlank().doesNotContain("\n").hasSizeLessThan(90);
    assertThat(Catalogue.byName(info.name())).hasSameClassAs(workload);
    assertThat(info.params().stream().map(ParamSpec::name))
        .contains("rand-type", "rand-seed")
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-z][a-z0-9-]*"));
    assertThat(info.params().stream().map(ParamSpec::description))
        .allMatch(description -> !description.isBlank() && !description.contains("\n"));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void resolvesItsDefaultsAndRefusesUnknownParams(Workload workload) {
    Params params = Params.resolve(workload.info(), Map.of());
    assertThat(params.asMap()).hasSameSizeAs(workload.info().params());
    assertThatThrownBy(() -> Params.resolve(workload.info(), Map.of("no-such", "1")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no-such");
    assertThatThrownBy(() -> Params.resolve(workload.info(), Map.of("rand-type", "nope")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("choose one of");
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void givesTheSameRowsInAnyOrder(Workload workload) {
    Params params = Params.resolve(workload.info(), Map.of());
    List<Table> tables = workload.tables(params, 2);
    assertThat(tables).isNotEmpty();
    for (Table table : tables) {
      assertThat(table.name()).matches("[a-z0-9_]+");
      assertThat(table.createSql()).startsWith("CREATE TABLE " + table.name() + " ");
      assertThat(table.insertSql()).startsWith("INSERT INTO " + table.name()).endsWith("VALUES");
      StringBuilder upwards = new StringBuilder();
      Table.RowWriter writer = table.rowWriters().get();
      writer.append(upwards, 1);
      writer.append(upwards, 2);
      StringBuilder secondOnly = new StringBuilder();
      table.rowWriters().get().append(secondOnly, 2);
      assertThat(upwards).startsWith("(1,").endsWith(")" + secondOnly);
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void drawsTheSameForASeedAndAnotherForAnotherSeedOrWorker(Workload workload) throws Exception {
    List<RecordedConnection.Sent> first = run(workload, 0, 5);
    assertThat(run(workload, 0, 5)).isEqualTo(first);
    if (workload.info().params().stream().anyMatch(spec -> spec.name().equals("table-size"))) {
      assertThat(run(workload, 0, 6)).isNotEqualTo(first);
      assertThat(run(workload, 1, 5)).isNotEqualTo(first);
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void preparesEachStatementOnceAndClosesAllAtDetach(Workload workload) throws Exception {
    Tally tally = new Tally();
    Session session = session(workload, 0, 5);
    HashSet<String> different = new HashSet<>();
    for (int attachment = 0; attachment < 3; attachment++) {
      RecordedConnection recorded = new RecordedConnection(tally);
      session.attach(recorded.connection());
      for (int i = 0; i < TRANSACTIONS; i++) {
        session.execute(tally);
      }
      session.detach();
      assertThat(recorded.open()).isZero();
      assertThat(recorded.prepared()).doesNotHaveDuplicates();
      different.addAll(recorded.prepared());
    }
    Params params = Params.resolve(workload.info(), Map.of());
    assertThat(different).hasSize(workload.statementsPerConnection(params));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void countsEveryStatementThatIsSent(Workload workload) throws Exception {
    Tally tally = new Tally();
    RecordedConnection recorded = new RecordedConnection(tally);
    Session session = session(workload, 0, 5);
    session.attach(recorded.connection());
    for (int i = 0; i < TRANSACTIONS; i++) {
      session.execute(tally);
    }
    assertThat(tally.reads() + tally.writes() + tally.others()).isEqualTo(recorded.sent().size());
    assertThat(tally.reads())
        .isEqualTo(recorded.texts().stream().filter(sql -> sql.startsWith("SELECT")).count());
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void isInPhaseCommitJustWhereWritesBecomePermanent(Workload workload) throws Exception {
    boolean inTransaction = false;
    for (RecordedConnection.Sent sent : run(workload, 0, 5)) {
      inTransaction |= sent.sql().equals("BEGIN");
      boolean write = !sent.sql().startsWith("SELECT") && !sent.sql().equals("BEGIN");
      boolean permanent = sent.sql().equals("COMMIT") || (write && !inTransaction);
      assertThat(sent.phase()).as(sent.sql()).isEqualTo(permanent ? Phase.COMMIT : Phase.STATEMENT);
      inTransaction &= !sent.sql().equals("COMMIT");
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void canBeRetriedAfterAnyStatementFailed(Workload workload) throws Exception {
    int statements = run(workload, 0, 5).size() / TRANSACTIONS;
    for (int failing = 0; failing < statements; failing++) {
      Tally tally = new Tally();
      RecordedConnection recorded = new RecordedConnection(tally);
      Session session = session(workload, 0, 5);
      session.attach(recorded.connection());
      recorded.failAt(failing);
      assertThatThrownBy(() -> session.execute(tally)).isInstanceOf(SQLException.class);
      assertThat(tally.reads() + tally.writes() + tally.others()).isEqualTo(failing);
      int before = recorded.sent().size();
      session.execute(tally);
      assertThat(recorded.texts().subList(before, recorded.sent().size())).hasSize(statements);
      session.detach();
      assertThat(recorded.open()).isZero();
    }
  }

  private static List<RecordedConnection.Sent> run(Workload workload, int worker, long seed)
      throws SQLException {
    Tally tally = new Tally();
    RecordedConnection recorded = new RecordedConnection(tally);
    Session session = session(workload, worker, seed);
    session.attach(recorded.connection());
    for (int i = 0; i < TRANSACTIONS; i++) {
      session.execute(tally);
    }
    session.detach();
    return recorded.sent();
  }

  private static Session session(Workload workload, int worker, long seed) {
    Params params = Params.resolve(workload.info(), Map.of());
    return workload.newSession(new SessionContext(params, worker, 2, seed));
  }
}
