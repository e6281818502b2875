package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.bmt4j.outcome.ErrorPhase;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The statements of sysbench's scripts: texts, order and numbers, as read from sysbench 1.0.20. */
class OltpStatementsTest {
  private static final String POINT = "SELECT c FROM sbtest1 WHERE id=?";
  private static final String SIMPLE = "SELECT c FROM sbtest1 WHERE id BETWEEN ? AND ?";
  private static final String SUM = "SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN ? AND ?";
  private static final String ORDER = SIMPLE + " ORDER BY c";
  private static final String DISTINCT =
      "SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN ? AND ? ORDER BY c";
  private static final String INDEX = "UPDATE sbtest1 SET k=k+1 WHERE id=?";
  private static final String NON_INDEX = "UPDATE sbtest1 SET c=? WHERE id=?";
  private static final String DELETE = "DELETE FROM sbtest1 WHERE id=?";
  private static final String INSERT = "INSERT INTO sbtest1 (id, k, c, pad) VALUES (?, ?, ?, ?)";
  private static final String GROUP = "\\d{11}";

  @Test
  void readWriteReadsFourteenTimesAndWritesFourTimes() throws Exception {
    Run run = run("oltp_read_write", Map.of());
    assertThat(run.texts())
        .isEqualTo(
            list(
                List.of("BEGIN"),
                Collections.nCopies(10, POINT),
                List.of(SIMPLE, SUM, ORDER, DISTINCT, INDEX, NON_INDEX, DELETE, INSERT, "COMMIT")));
    assertCounts(run, 14, 4, 2);
    assertThat(statements("oltp_read_write", Map.of("tables", "8"))).isEqualTo(74);
  }

  @Test
  void readOnlyReadsFourteenTimes() throws Exception {
    Run run = run("oltp_read_only", Map.of());
    assertThat(run.texts())
        .isEqualTo(
            list(
                List.of("BEGIN"),
                Collections.nCopies(10, POINT),
                List.of(SIMPLE, SUM, ORDER, DISTINCT, "COMMIT")));
    assertCounts(run, 14, 0, 2);
    assertThat(statements("oltp_read_only", Map.of("tables", "3"))).isEqualTo(17);
  }

  @Test
  void writeOnlyWritesFourTimes() throws Exception {
    Run run = run("oltp_write_only", Map.of());
    assertThat(run.texts()).containsExactly("BEGIN", INDEX, NON_INDEX, DELETE, INSERT, "COMMIT");
    assertCounts(run, 0, 4, 2);
    assertThat(statements("oltp_write_only", Map.of("tables", "3"))).isEqualTo(14);
  }

  @Test
  void singleStatementScriptsSendOneStatement() throws Exception {
    assertSingle("oltp_point_select", POINT, 1, 0);
    assertSingle("oltp_update_index", INDEX, 0, 1);
    assertSingle("oltp_update_non_index", NON_INDEX, 0, 1);
    assertSingle("oltp_delete", DELETE, 0, 1);
    assertThat(statements("oltp_insert", Map.of("tables", "3"))).isZero();
  }

  private static void assertSingle(String name, String sql, int reads, int writes)
      throws SQLException {
    Run run = run(name, Map.of());
    assertThat(run.texts()).containsExactly(sql);
    assertCounts(run, reads, writes, 0);
    assertThat(statements(name, Map.of("tables", "3"))).isEqualTo(3);
  }

  @Test
  void pointSelectAndDeleteTakeNoCountsAndUpdatesDo() throws Exception {
    assertThat(run("oltp_point_select", Map.of("point-selects", "5")).texts()).hasSize(1);
    assertThat(run("oltp_delete", Map.of("delete-inserts", "5")).texts()).hasSize(1);
    assertThat(run("oltp_update_index", Map.of("index-updates", "5")).texts()).hasSize(5);
    assertThat(run("oltp_update_non_index", Map.of("non-index-updates", "5")).texts()).hasSize(5);
  }

  @Test
  void selectRandomPointsAndRangesSendOneLongSelect() throws Exception {
    Run points = run("select_random_points", Map.of("random-points", "3"));
    assertThat(points.texts())
        .containsExactly("SELECT id, k, c, pad FROM sbtest1 WHERE k IN (?, ?, ?)");
    assertCounts(points, 1, 0, 0);
    Run ranges = run("select_random_ranges", Map.of("number-of-ranges", "2"));
    assertThat(ranges.texts())
        .containsExactly(
            "SELECT count(k) FROM sbtest1 WHERE k BETWEEN ? AND ? OR k BETWEEN ? AND ?");
    List<Object> values = ranges.sent().get(0).values();
    assertThat((Long) values.get(1) - (Long) values.get(0)).isEqualTo(5);
    assertThat((Long) values.get(3) - (Long) values.get(2)).isEqualTo(5);
    assertCounts(ranges, 1, 0, 0);
    assertThat(statements("select_random_ranges", Map.of())).isEqualTo(1);
  }

  @Test
  void selectRandomPointsGivesEachWorkerItsSegment() throws Exception {
    Workload workload = Catalogue.byName("select_random_points");
    Params params =
        Params.resolve(workload.info(), Map.of("rand-type", "uniform", "table-size", "1000"));
    for (int worker = 0; worker < 4; worker++) {
      Run run = run(workload.newSession(new SessionContext(params, worker, 4, 1)), 200);
      List<Long> keys =
          run.sent().stream()
              .flatMap(sent -> sent.values().stream())
              .map(Long.class::cast)
              .toList();
      assertThat(Collections.min(keys)).isEqualTo(250L * worker);
      assertThat(Collections.max(keys)).isEqualTo(250L * worker + 250);
    }
  }

  @Test
  void skipTrxLeavesOutBeginAndCommitOnly() throws Exception {
    for (String name : List.of("oltp_read_write", "oltp_read_only", "oltp_write_only")) {
      List<String> with = run(name, Map.of()).texts();
      Run without = run(name, Map.of("skip-trx", "on"));
      assertThat(without.texts()).isEqualTo(with.subList(1, with.size() - 1));
      assertThat(without.tally().others()).isZero();
      assertThat(without.sent())
          .allMatch(
              sent -> sent.sql().startsWith("SELECT") == (sent.phase() == ErrorPhase.STATEMENT));
    }
  }

  @Test
  void rangeSelectsOffLeavesOutRangesOnly() throws Exception {
    Map<String, String> off = Map.of("range-selects", "off");
    Run run = run("oltp_read_write", off);
    assertThat(run.texts()).hasSize(16).noneMatch(sql -> sql.contains("BETWEEN"));
    assertCounts(run, 10, 4, 2);
    assertThat(statements("oltp_read_write", off)).isEqualTo(7);
  }

  @Test
  void countsAreTakenFromTheOptions() throws Exception {
    Run run =
        run(
            "oltp_read_write",
            Map.of(
                "point-selects", "2",
                "simple-ranges", "3",
                "sum-ranges", "0",
                "order-ranges", "2",
                "distinct-ranges", "1",
                "index-updates", "2",
                "non-index-updates", "3",
                "delete-inserts", "2"));
    assertThat(run.texts())
        .containsExactly(
            "BEGIN", POINT, POINT, SIMPLE, SIMPLE, SIMPLE, ORDER, ORDER, DISTINCT, INDEX, INDEX,
            NON_INDEX, NON_INDEX, NON_INDEX, DELETE, INSERT, DELETE, INSERT, "COMMIT");
    assertCounts(run, 8, 9, 2);
  }

  @Test
  void drawsOneTableForEachGroupOfStatements() throws Exception {
    Workload workload = Catalogue.byName("oltp_read_write");
    Params params = Params.resolve(workload.info(), Map.of("tables", "40"));
    Run run = run(workload.newSession(new SessionContext(params, 0, 1, 9)), 1);
    List<String> tables =
        run.texts().stream()
            .map(sql -> Pattern.compile("sbtest\\d+").matcher(sql).results().findFirst())
            .flatMap(found -> found.map(MatchResult::group).stream())
            .toList();
    assertThat(new HashSet<>(tables.subList(0, 10))).hasSize(1);
    assertThat(tables.get(16)).isEqualTo(tables.get(17));
    assertThat(new HashSet<>(tables)).hasSizeBetween(5, 8);
  }

  @Test
  void drawsTablesEvenly() throws Exception {
    Workload workload = Catalogue.byName("oltp_point_select");
    Params params = Params.resolve(workload.info(), Map.of("tables", "5"));
    Run run = run(workload.newSession(new SessionContext(params, 0, 1, 9)), 50_000);
    long[] counts = new long[5];
    run.texts().forEach(sql -> counts[sql.charAt("SELECT c FROM sbtest".length()) - '1']++);
    assertThat(ChiSquare.ofSample(counts, new double[] {0.2, 0.2, 0.2, 0.2, 0.2}))
        .isLessThan(ChiSquare.ONE_IN_TEN_THOUSAND);
  }

  @Test
  void bindsRangesOfTheirSizeAndReinsertsTheDeletedRow() throws Exception {
    Run run = run("oltp_read_write", Map.of("range-size", "7"));
    List<RecordedConnection.Sent> sent = run.sent();
    for (RecordedConnection.Sent range : sent.subList(11, 15)) {
      assertThat((Long) range.values().get(1) - (Long) range.values().get(0)).isEqualTo(6);
    }
    assertThat(sent.get(16).values().get(0).toString()).matches(groups(10));
    List<Object> inserted = sent.get(18).values();
    assertThat(inserted.get(0)).isEqualTo(sent.get(17).values().get(0));
    assertThat((Long) inserted.get(1)).isBetween(1L, 10_000L);
    assertThat(inserted.get(2).toString()).hasSize(119).matches(groups(10));
    assertThat(inserted.get(3).toString()).hasSize(59).matches(groups(5));
  }

  @Test
  void attachingAllocatesNoMoreForManyTables() throws Exception {
    long few = bytesOfAttachment("1");
    long many = bytesOfAttachment("2000");
    assertThat(many - few).as("%d bytes, and %d", few, many).isLessThan(2000);
  }

  /** Bytes that one transaction allocates with its attach and detach, the fake's own included. */
  private static long bytesOfAttachment(String tables) throws SQLException {
    Workload workload = Catalogue.byName("oltp_read_write");
    Params params = Params.resolve(workload.info(), Map.of("tables", tables));
    Session session = workload.newSession(new SessionContext(params, 0, 1, 1));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    StatementCounts tally = new StatementCounts();
    int rounds = 500;
    long before = 0;
    for (int i = 0; i < 2 * rounds; i++) {
      if (i == rounds) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      session.attach(new RecordedConnection(tally).connection());
      session.next();
      session.execute(tally);
      session.detach();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / rounds;
  }

  private static String groups(int count) {
    return String.join("-", Collections.nCopies(count, GROUP));
  }

  private static void assertCounts(Run run, int reads, int writes, int others) {
    assertThat(List.of(run.tally().reads(), run.tally().writes(), run.tally().others()))
        .containsExactly((long) reads, (long) writes, (long) others);
  }

  private static int statements(String name, Map<String, String> given) {
    Workload workload = Catalogue.byName(name);
    return workload.statementsPerConnection(Params.resolve(workload.info(), given));
  }

  @SafeVarargs
  private static List<String> list(List<String>... parts) {
    List<String> all = new ArrayList<>();
    for (List<String> part : parts) {
      all.addAll(part);
    }
    return all;
  }

  private static Run run(String name, Map<String, String> given) throws SQLException {
    Workload workload = Catalogue.byName(name);
    Params params = Params.resolve(workload.info(), given);
    return run(workload.newSession(new SessionContext(params, 0, 1, 1)), 1);
  }

  private static Run run(Session session, int transactions) throws SQLException {
    StatementCounts tally = new StatementCounts();
    RecordedConnection recorded = new RecordedConnection(tally);
    session.attach(recorded.connection());
    for (int i = 0; i < transactions; i++) {
      session.next();
      session.execute(tally);
    }
    session.detach();
    return new Run(recorded.sent(), tally);
  }

  /** What one run sent and counted. */
  private record Run(List<RecordedConnection.Sent> sent, StatementCounts tally) {
    List<String> texts() {
      return sent.stream().map(RecordedConnection.Sent::sql).toList();
    }
  }
}
