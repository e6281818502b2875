package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.RowReader;
import io.github.bmt4j.workload.StatementTimer;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A statement of TPC-C's: {@link #on} begins an execution, {@code with} binds its values one after
 * the other, and {@link #query} or {@link #update} sends it. At most one result set of a statement
 * is open. Used by one thread.
 */
final class TpccStatement {
  /** Message about a required row that was not found. */
  private static final String INCOMPLETE =
      " not found: the tables may be incomplete, or --scale too large";

  private final TpccStatements all;
  private final int first;
  private final int variants;
  private final StatementTimer timer;
  private final Rows rows;
  private @Nullable PreparedStatement prepared;
  private int bound;

  TpccStatement(
      TpccStatements all, int first, int variants, StatementTimer timer, RowReader reader) {
    this.all = all;
    this.first = first;
    this.variants = variants;
    this.timer = timer;
    rows = new Rows(reader);
  }

  /** Begins an execution, on the present set of tables. */
  TpccStatement on() throws SQLException {
    return on(0);
  }

  TpccStatement on(int variant) throws SQLException {
    prepared = all.prepared(first, variants, variant);
    bound = 0;
    return this;
  }

  TpccStatement with(long value) throws SQLException {
    statement().setLong(++bound, value);
    return this;
  }

  TpccStatement with(BigDecimal value) throws SQLException {
    statement().setBigDecimal(++bound, value);
    return this;
  }

  TpccStatement with(String value) throws SQLException {
    statement().setString(++bound, value);
    return this;
  }

  Rows query() throws SQLException {
    rows.open(timer.start(), statement());
    return rows;
  }

  /** Sends it, and gives the number at the beginning of its first row; 0 without a row. */
  int first() throws SQLException {
    try (Rows found = query()) {
      return found.next() ? found.number(1) : 0;
    }
  }

  /** The same of a row that must be there. */
  int number(String what) throws SQLException {
    try (Rows found = query().one(what)) {
      return found.number(1);
    }
  }

  /** A text of a row that must be there. */
  String text(String what, int column) throws SQLException {
    try (Rows found = query().one(what)) {
      return found.text(column);
    }
  }

  void update() throws SQLException {
    all.writes();
    long start = timer.start();
    int changed = statement().executeUpdate();
    timer.stop(start);
    all.counts().changed(changed);
  }

  /**
   * Sends a CALL of a procedure that commits, and reads all of its rows.
   *
   * @return the first number of its first row; 0 if there is none
   */
  int call(boolean writes) throws SQLException {
    if (writes) {
      all.counts().phase(ErrorPhase.COMMIT);
    }
    PreparedStatement sent = statement();
    long start = timer.start();
    int first = 0;
    boolean seen = false;
    boolean rowsFollow = sent.execute();
    while (rowsFollow || sent.getUpdateCount() >= 0) {
      if (rowsFollow) {
        try (ResultSet answer = sent.getResultSet()) {
          while (answer.next()) {
            first = seen ? first : answer.getInt(1);
            seen = true;
            rows.reader.readRow(answer);
          }
        }
      }
      rowsFollow = sent.getMoreResults();
    }
    timer.stop(start);
    if (writes) {
      all.counts().changed(1);
      all.counts().apply();
    } else {
      all.counts().read();
    }
    return first;
  }

  private PreparedStatement statement() {
    return Objects.requireNonNull(prepared, "no execution was begun");
  }

  /** The rows of a statement, from before the first one on. */
  final class Rows implements AutoCloseable {
    private final RowReader reader;
    private @Nullable ResultSet answer;
    private long start;

    private Rows(RowReader reader) {
      this.reader = reader;
    }

    private void open(long sent, PreparedStatement select) throws SQLException {
      start = sent;
      answer = select.executeQuery();
    }

    /** Moves to the next row, and reads the required part of it. */
    boolean next() throws SQLException {
      ResultSet now = answer();
      boolean more = now.next();
      if (more) {
        reader.readRow(now);
      }
      return more;
    }

    Rows one(String what) throws SQLException {
      if (!next()) {
        throw new SQLException(what + INCOMPLETE);
      }
      return this;
    }

    int number(int column) throws SQLException {
      return answer().getInt(column);
    }

    BigDecimal money(int column) throws SQLException {
      return answer().getBigDecimal(column);
    }

    String text(int column) throws SQLException {
      return Objects.toString(answer().getString(column), "");
    }

    @Override
    public void close() throws SQLException {
      answer().close();
      timer.stop(start);
      all.counts().read();
    }

    private ResultSet answer() {
      return Objects.requireNonNull(answer, "it was not sent");
    }
  }
}
