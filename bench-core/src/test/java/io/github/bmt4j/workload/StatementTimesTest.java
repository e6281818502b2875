package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.load.StatementClocks;
import io.github.bmt4j.load.WorkerRecorder;
import io.github.bmt4j.outcome.Outcome;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Times by statement of every workload, on a clock that moves only while a statement runs. */
class StatementTimesTest {
  private static final long MILLI = 1_000_000;

  private final ManualClock clock = new ManualClock(7);
  private final StatementClocks clocks = new StatementClocks(clock, 1);
  private final WorkerRecorder recorder = new WorkerRecorder(false, 0, 0, clocks.worker(0));
  private final StatementCounts counts = new StatementCounts();
  private final RecordedConnection connection = new RecordedConnection(counts);

  /** All that do not need a server's rows to go on, as tpcc does. */
  static Stream<String> workloads() {
    return Catalogue.all().stream()
        .map(workload -> workload.info().name())
        .filter(name -> !name.equals("tpcc"));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void everyStatementThatCountsIsTimedOnce(String workload) throws SQLException {
    connection.onSend(sql -> clock.advance(MILLI));
    long start = clock.nanoTime();
    operations(session(workload), 5, true);

    List<StatementLatencies> times = clocks.drain();
    long count = times.stream().mapToLong(one -> one.service().getTotalCount()).sum();
    assertThat(count).isEqualTo(counts.reads() + counts.writes() + counts.others());
    double sum = 0;
    for (StatementLatencies one : times) {
      sum += one.service().getMean() * one.service().getTotalCount();
    }
    assertThat(sum)
        .isBetween(0.998 * (clock.nanoTime() - start), 1.002 * (clock.nanoTime() - start));
  }

  @Test
  void aSlowStatementShowsUnderItsName() throws SQLException {
    connection.onSend(sql -> clock.advance(sql.startsWith("DELETE") ? 50 * MILLI : MILLI));
    operations(session("oltp_read_write"), 3, true);

    Map<String, StatementLatencies> times = byName();
    times.remove("rollback");
    assertThat(of(times, "delete").service().getMinValue()).isBetween(49 * MILLI, 50 * MILLI);
    assertThat(of(times, "delete").kind()).isEqualTo(Stopwatch.Kind.WRITE);
    assertThat(times.keySet())
        .containsExactly(
            "begin",
            "point-select",
            "simple-range",
            "sum-range",
            "order-range",
            "distinct-range",
            "index-update",
            "non-index-update",
            "delete",
            "insert",
            "commit");
    times.remove("delete");
    for (StatementLatencies other : times.values()) {
      assertThat(other.service().getMaxValue()).as(other.statement()).isLessThan(2 * MILLI);
    }
    assertThat(of(times, "point-select").service().getTotalCount()).isEqualTo(30);
  }

  @Test
  void theWarmUpLeavesNoTimes() throws SQLException {
    Session session = session("oltp_read_only");
    operations(session, 4, false);
    operations(session, 1, true);

    assertThat(of(byName(), "commit").service().getTotalCount()).isEqualTo(1);
  }

  @Test
  void aStatementThatFailsLeavesNoTimeAndThoseBeforeItDo() throws SQLException {
    connection.failAt(2);
    Session session = session("oltp_read_only");
    assertThatThrownBy(() -> operations(session, 1, true)).isInstanceOf(SQLException.class);

    assertThat(of(byName(), "point-select").service().getTotalCount()).isEqualTo(1);
    assertThat(of(byName(), "begin").service().getTotalCount()).as("drained").isZero();
  }

  private static StatementLatencies of(Map<String, StatementLatencies> times, String statement) {
    return Objects.requireNonNull(times.get(statement), statement);
  }

  private Map<String, StatementLatencies> byName() {
    return clocks.drain().stream()
        .collect(
            Collectors.toMap(
                StatementLatencies::statement,
                Function.identity(),
                (one, other) -> one,
                LinkedHashMap::new));
  }

  private Session session(String name) throws SQLException {
    Workload workload = Catalogue.byName(name);
    Params params = Params.resolve(workload.info(), Map.of());
    connection.answerRows(workload.kinds(params).isEmpty() ? 0 : 1);
    Session session =
        workload.newSession(new SessionContext(params, 0, 1, 1, Consume.NONE, clocks.worker(0)));
    session.attach(connection.connection());
    return session;
  }

  private void operations(Session session, int count, boolean measured) throws SQLException {
    for (int i = 0; i < count; i++) {
      recorder.begin(measured);
      session.next();
      session.execute(counts);
      recorder.end(Outcome.OK, 0, 0, 1, counts);
    }
  }
}
