package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.outcome.ErrorPhase;
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

  /** The option that servers read. */
  private static final String FREE_TEXT = "mysql-table-options";

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
    assertThat(info.params().stream().map(DeclaredOption::name))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-z][a-z0-9-]*"));
    assertThat(info.params().stream().map(DeclaredOption::description))
        .allMatch(description -> !description.isBlank() && !description.contains("\n"));
  }

  /** A workload whose keys have a distribution takes all of its options. */
  @ParameterizedTest
  @MethodSource("workloads")
  void takesTheOptionsOfRandomKeysAsAWhole(Workload workload) {
    List<DeclaredOption<?>> params = workload.info().params();
    if (params.stream()
        .anyMatch(spec -> spec.name().startsWith("rand-") && !spec.equals(KeyDistribution.SEED))) {
      assertThat(params).containsAll(KeyDistribution.PARAMS);
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void resolvesItsDefaultsAndRefusesUnknownParams(Workload workload) {
    Params params = Params.resolve(workload.info(), Map.of());
    assertThat(params.asMap()).hasSameSizeAs(workload.info().params());
    assertThatThrownBy(() -> Params.resolve(workload.info(), Map.of("no-such", "1")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no-such");
    for (DeclaredOption<?> spec : workload.info().params()) {
      if (spec.name().equals(FREE_TEXT)) {
        continue;
      }
      assertThatThrownBy(
              () -> workload.check(Params.resolve(workload.info(), Map.of(spec.name(), "nope"))))
          .isInstanceOf(BadInputException.class)
          .hasMessageContainingAll("--" + spec.name() + "=nope: ", choiceOrNumber(spec));
    }
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
      assertThat(table.loading().insertSql())
          .startsWith("INSERT INTO " + table.name())
          .endsWith("VALUES");
      StringBuilder upwards = new StringBuilder();
      Table.RowWriter writer = table.loading().rowWriters().get();
      writer.append(upwards, 1);
      writer.append(upwards, 2);
      StringBuilder secondOnly = new StringBuilder();
      table.loading().rowWriters().get().append(secondOnly, 2);
      assertThat(upwards).startsWith("(").endsWith(")" + secondOnly);
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void drawsTheSameForASeedAndAnotherForAnotherSeedOrWorker(Workload workload) throws Exception {
    List<RecordedConnection.Sent> first = run(workload, 0, 5);
    assertThat(run(workload, 0, 5)).isEqualTo(first);
    if ((has(workload, "rand-type") && has(workload, "table-size"))
        || !workload.kinds(params(workload)).isEmpty()) {
      assertThat(run(workload, 0, 6)).isNotEqualTo(first);
      assertThat(run(workload, 1, 5)).isNotEqualTo(first);
    }
    if (!has(workload, "rand-seed")) {
      assertThat(run(workload, 0, 6)).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void preparesEachStatementOnceAndClosesAllAtDetach(Workload workload) throws Exception {
    StatementCounts counts = new StatementCounts();
    Session session = session(workload, 0, 5);
    HashSet<String> different = new HashSet<>();
    for (int attachment = 0; attachment < 3; attachment++) {
      RecordedConnection recorded = recorded(workload, counts);
      session.attach(recorded.connection());
      for (int i = 0; i < TRANSACTIONS; i++) {
        session.next();
        session.execute(counts);
      }
      session.detach();
      assertThat(recorded.open()).isZero();
      assertThat(recorded.prepared()).doesNotHaveDuplicates();
      different.addAll(recorded.prepared());
    }
    Params params = Params.resolve(workload.info(), Map.of());
    int most = workload.statementsPerConnection(params);
    if (workload.kinds(params).isEmpty()) {
      assertThat(different).hasSize(most);
    } else {
      // Kinds differ in what they send, and some of it is rare.
      assertThat(different).hasSizeBetween(most / 2, most);
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void countsEveryStatementThatIsSent(Workload workload) throws Exception {
    StatementCounts counts = new StatementCounts();
    RecordedConnection recorded = recorded(workload, counts);
    Session session = session(workload, 0, 5);
    session.attach(recorded.connection());
    for (int i = 0; i < TRANSACTIONS; i++) {
      session.next();
      session.execute(counts);
    }
    assertThat(counts.reads() + counts.writes() + counts.others())
        .isEqualTo(recorded.sent().size());
    assertThat(counts.reads())
        .isEqualTo(recorded.texts().stream().filter(WorkloadContractTest::isSelect).count());
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void isInPhaseCommitJustWhereWritesBecomePermanent(Workload workload) throws Exception {
    boolean inTransaction = false;
    boolean wrote = false;
    for (RecordedConnection.Sent sent : run(workload, 0, 5)) {
      boolean begin = sent.sql().equals("BEGIN");
      boolean commit = sent.sql().equals("COMMIT");
      boolean write = !isSelect(sent.sql()) && !isOfTheConnection(sent.sql()) && !begin && !commit;
      inTransaction |= begin;
      wrote = !begin && (wrote || write);
      boolean permanent = commit ? wrote : write && !inTransaction;
      assertThat(sent.phase())
          .as(sent.sql())
          .isEqualTo(permanent ? ErrorPhase.COMMIT : ErrorPhase.STATEMENT);
      inTransaction &= !commit;
    }
  }

  /** Else a conflict would trade an operation for one that conflicts less. */
  @ParameterizedTest
  @MethodSource("workloads")
  void aRetryRepeatsWhatFailedWhicheverStatementItWas(Workload workload) throws Exception {
    List<RecordedConnection.Sent> undisturbed = run(workload, 0, 5);
    int statements = run(workload, 0, 5, 1).size();
    for (int failing = 0; failing < statements; failing++) {
      StatementCounts counts = new StatementCounts();
      RecordedConnection recorded = recorded(workload, counts);
      Session session = session(workload, 0, 5);
      session.attach(recorded.connection());
      recorded.failAt(failing);
      session.next();
      assertThatThrownBy(() -> session.execute(counts)).isInstanceOf(SQLException.class);
      assertThat(counts.reads() + counts.writes() + counts.others()).isEqualTo(failing);
      int before = recorded.sent().size();
      session.execute(counts);
      session.next();
      session.execute(counts);
      List<RecordedConnection.Sent> since = recorded.sent().subList(before, recorded.sent().size());
      assertThat(since)
          .isEqualTo(undisturbed.subList(0, since.size()))
          .hasSizeGreaterThan(statements - 1);
      session.detach();
      assertThat(recorded.open()).isZero();
    }
  }

  private static boolean isSelect(String sql) {
    return sql.regionMatches(true, 0, "SELECT ", 0, "SELECT ".length());
  }

  /** Whether a statement changes only what goes with its connection. */
  private static boolean isOfTheConnection(String sql) {
    return sql.matches("(?i)(CREATE|DROP) TEMPORARY TABLE .*");
  }

  private static boolean has(Workload workload, String param) {
    return workload.info().params().stream().anyMatch(spec -> spec.name().equals(param));
  }

  private static String choiceOrNumber(DeclaredOption<?> spec) {
    return !spec.choices().isEmpty()
        ? "choose one of " + spec.choices().get(0)
        : spec.isFlag() ? "give on or off" : spec.usual() instanceof Number ? "give a " : "give ";
  }

  private static List<RecordedConnection.Sent> run(Workload workload, int worker, long seed)
      throws SQLException {
    return run(workload, worker, seed, TRANSACTIONS);
  }

  private static List<RecordedConnection.Sent> run(
      Workload workload, int worker, long seed, int transactions) throws SQLException {
    StatementCounts counts = new StatementCounts();
    RecordedConnection recorded = recorded(workload, counts);
    Session session = session(workload, worker, seed);
    session.attach(recorded.connection());
    for (int i = 0; i < transactions; i++) {
      session.next();
      session.execute(counts);
    }
    session.detach();
    return recorded.sent();
  }

  /** One whose SELECTs find a row, where transactions go on with what they find. */
  private static RecordedConnection recorded(Workload workload, StatementCounts counts) {
    RecordedConnection recorded = new RecordedConnection(counts);
    recorded.answerRows(workload.kinds(params(workload)).isEmpty() ? 0 : 1);
    return recorded;
  }

  private static Session session(Workload workload, int worker, long seed) {
    return workload.newSession(new SessionContext(params(workload), worker, 2, seed));
  }

  private static Params params(Workload workload) {
    return Params.resolve(workload.info(), Map.of());
  }
}
