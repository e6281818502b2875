package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.KeyChooser;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.RowReader;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementTimer;
import io.github.bmt4j.workload.Statements;
import io.github.bmt4j.workload.Stopwatch;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * A session of one prepared SELECT over values of k, of which each worker has a segment of its own:
 * with n rows and w workers, worker i draws from floor(i n/w) to floor(i n/w + n/w), both included
 * (sysbench 1.0.20, select_random_points.lua).
 */
final class SegmentSelects extends StatementSession {
  interface Binder {
    void bind(PreparedStatement select, KeyChooser keys) throws SQLException;
  }

  private static final int MOST_IN_A_SELECT = 10_000;

  private final SplitMix64 random;
  private final KeyChooser keys;
  private final Binder binder;
  private final RowReader.Column[] columns;
  private final RowReader rows;
  private final StatementTimer timer;
  private long firstDraw;

  record Query(String word, String sql, List<RowReader.Column> columns, Binder binder) {}

  SegmentSelects(SessionContext context, Query query) {
    super(new Statements(List.of(query.sql())));
    binder = query.binder();
    columns = query.columns().toArray(RowReader.Column[]::new);
    rows = new RowReader(context.consume());
    timer = context.stopwatch().timer(query.word(), Stopwatch.Kind.READ);
    double length = OltpOptions.of(context.params()).tableSize() / (double) context.workers();
    double start = length * context.worker();
    long first = (long) start;
    long last = (long) (start + length);
    random = context.random();
    firstDraw = random.state();
    KeyChooser inSegment = KeyDistribution.of(context.params()).over(last - first + 1, random);
    keys = () -> first - 1 + inSegment.next();
  }

  /** An option for the number of values or ranges in a SELECT, by default 10. */
  static DeclaredOption<?> repeats(String name, String description) {
    return DeclaredOption.integer(name, 10, 1, MOST_IN_A_SELECT, description);
  }

  @Override
  public void next() {
    firstDraw = random.state();
  }

  @Override
  public void execute(StatementCounts counts) throws SQLException {
    counts.phase(ErrorPhase.STATEMENT);
    PreparedStatement select = statements.prepared(0);
    random.moveTo(firstDraw, 0);
    binder.bind(select, keys);
    long start = timer.start();
    try (ResultSet answer = select.executeQuery()) {
      rows.read(answer, columns);
    }
    timer.stop(start);
    counts.read();
  }
}
