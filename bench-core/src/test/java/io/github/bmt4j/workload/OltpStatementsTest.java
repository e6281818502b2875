package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.bmt4j.outcome.ErrorPhase;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  private static final Map<Character, String> LETTERS =
      Map.ofEntries(
          Map.entry('B', "BEGIN"),
          Map.entry('p', POINT),
          Map.entry('s', SIMPLE),
          Map.entry('u', SUM),
          Map.entry('o', ORDER),
          Map.entry('d', DISTINCT),
          Map.entry('i', INDEX),
          Map.entry('n', NON_INDEX),
          Map.entry('x', DELETE),
          Map.entry('a', INSERT),
          Map.entry('C', "COMMIT"));
  private static final String GROUP = "\\d{11}";

  /** B is BEGIN, p a point select, s, u, o and d ranges, i to a changes, C is COMMIT. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "oltp_read_write | tables=8 | BppppppppppsuodinxaC | 14 4 2 | 74",
        "oltp_read_write | skip-trx=on | ppppppppppsuodinxa | 14 4 0 | 9",
        "oltp_read_write | range-selects=off | BppppppppppinxaC | 10 4 2 | 7",
        "oltp_read_write | point-selects=2 simple-ranges=3 sum-ranges=0 order-ranges=2"
            + " distinct-ranges=1 index-updates=2 non-index-updates=3 delete-inserts=2"
            + " | BppsssoodiinnnxaxaC | 8 9 2 | 10",
        "oltp_read_only | tables=3 | BppppppppppsuodC | 14 0 2 | 17",
        "oltp_read_only | skip-trx=on | ppppppppppsuod | 14 0 0 | 5",
        "oltp_write_only | tables=3 | BinxaC | 0 4 2 | 14",
        "oltp_write_only | skip-trx=on | inxa | 0 4 0 | 4",
        "oltp_point_select | tables=3 point-selects=5 | p | 1 0 0 | 3",
        "oltp_update_index | tables=3 index-updates=5 | iiiii | 0 5 0 | 3",
        "oltp_update_non_index | tables=3 non-index-updates=5 | nnnnn | 0 5 0 | 3",
        "oltp_delete | tables=3 delete-inserts=5 | x | 0 1 0 | 3",
      })
  void statementsAreThoseOfTheScript(
      String script, String options, String letters, String counts, int perConnection)
      throws Exception {
    Map<String, String> given = new HashMap<>();
    for (String option : options.split(" ", -1)) {
      given.put(option.replaceFirst("=.*", ""), option.replaceFirst(".*=", ""));
    }
    Run run = run(script, given);
    assertThat(run.texts().stream().map(sql -> sql.replaceFirst("sbtest\\d", "sbtest1")))
        .isEqualTo(letters.chars().mapToObj(letter -> LETTERS.get((char) letter)).toList());
    int[] numbers = Stream.of(counts.split(" ")).mapToInt(Integer::parseInt).toArray();
    assertCounts(run, numbers[0], numbers[1], numbers[2]);
    assertThat(statements(script, given)).isEqualTo(perConnection);
    if (!letters.startsWith("B")) {
      assertThat(run.sent())
          .allMatch(
              sent -> sent.sql().startsWith("SELECT") == (sent.phase() == ErrorPhase.STATEMENT));
    }
  }

  @Test
  void insertsPrepareNothing() {
    assertThat(statements("oltp_insert", Map.of("tables", "3"))).isZero();
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
