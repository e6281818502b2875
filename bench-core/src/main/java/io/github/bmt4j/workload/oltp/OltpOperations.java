package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.KeyChooser;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.LastWrite;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A session, and the parts of its transactions. A part draws its table once, evenly, and its ids
 * one by one, by the run's distribution.
 *
 * <p>BEGIN and COMMIT are prepared like all others, if the server prepares them. The driver fetches
 * result sets as a whole, and they are closed without decoding a column, as in sysbench, unless the
 * run must read them. Only the strings of the columns {@code c} and {@code pad} are allocated here,
 * because JDBC requires them.
 */
final class OltpOperations extends StatementSession {
  private static final int BEGIN = 0;

  private static final int COMMIT = 1;

  interface Transaction {
    void run(OltpOperations operations, StatementCounts statementCounts) throws SQLException;

    /** Parts between BEGIN and COMMIT. */
    static Transaction of(Transaction... parts) {
      return (operations, statementCounts) -> {
        operations.begin(statementCounts);
        for (Transaction part : parts) {
          part.run(operations, statementCounts);
        }
        operations.commit(statementCounts);
      };
    }
  }

  private final Transaction content;
  private final OltpOptions options;
  private final QueryUse[] queries;
  private final RowReader rows;
  private final StatementTimer beginTimer;
  private final StatementTimer commitTimer;
  private final SplitMix64 random;
  private final KeyChooser ids;
  private final KeyChooser tables;
  private final DigitGroups c = new DigitGroups(DigitGroups.C);
  private final DigitGroups pad = new DigitGroups(DigitGroups.PAD);
  private final boolean transaction;
  private long firstDraw;
  private boolean inTransaction;
  private boolean wrote;
  private long lastTable;
  private long lastId;
  private @Nullable String lastC;

  OltpOperations(SessionContext context, QueryCounts counts, Transaction content) {
    super(new Statements(texts(counts, OltpOptions.of(context.params())), context.workers()));
    this.content = content;
    options = OltpOptions.of(context.params());
    transaction = counts.transaction();
    beginTimer = context.stopwatch().timer("begin", Stopwatch.Kind.OTHER);
    queries = queries(counts, options.tables(), context.stopwatch());
    rows = new RowReader(context.consume());
    commitTimer = context.stopwatch().timer("commit", Stopwatch.Kind.OTHER);
    random = context.random();
    firstDraw = random.state();
    ids = KeyDistribution.of(context.params()).over(options.tableSize(), random);
    tables = KeyDistribution.uniform(options.tables(), random);
  }

  /** BEGIN and COMMIT, if they are sent; then each query's statements, table by table. */
  private static List<String> texts(QueryCounts counts, OltpOptions options) {
    List<String> texts = new ArrayList<>(counts.statements(options));
    if (counts.transaction()) {
      texts.add("BEGIN");
      texts.add("COMMIT");
    }
    for (OltpQuery query : counts.counts().keySet()) {
      IntStream.rangeClosed(1, options.tables()).mapToObj(query::sql).forEach(texts::add);
    }
    return texts;
  }

  /** Uses by the ordinals of their queries. */
  private static QueryUse[] queries(QueryCounts counts, int tables, Stopwatch stopwatch) {
    QueryUse[] queries = new QueryUse[OltpQuery.values().length];
    Arrays.fill(queries, QueryUse.NONE);
    int firstNumber = counts.transaction() ? 2 : 0;
    for (Map.Entry<OltpQuery, Integer> count : counts.counts().entrySet()) {
      OltpQuery query = count.getKey();
      StatementTimer timer = stopwatch.timer(query.word(), query.kind());
      queries[query.ordinal()] =
          new QueryUse(query.columns(), count.getValue(), firstNumber, timer);
      firstNumber += tables;
    }
    return queries;
  }

  private QueryUse of(OltpQuery query) {
    return queries[query.ordinal()];
  }

  @Override
  public void next() {
    firstDraw = random.state();
  }

  /** Keeps no state of a failed attempt: the next one draws the same values. */
  @Override
  public void execute(StatementCounts statementCounts) throws SQLException {
    random.moveTo(firstDraw, 0);
    inTransaction = false;
    wrote = false;
    lastTable = 0;
    statementCounts.phase(ErrorPhase.STATEMENT);
    content.run(this, statementCounts);
  }

  private void begin(StatementCounts statementCounts) throws SQLException {
    if (transaction) {
      control(BEGIN, beginTimer, statementCounts);
      inTransaction = true;
    }
  }

  private void control(int number, StatementTimer timer, StatementCounts statementCounts)
      throws SQLException {
    long start = timer.start();
    statements.execute(number);
    timer.stop(start);
    statementCounts.other();
  }

  /** COMMIT, unless transactions are skipped. A lost COMMIT matters only after a write. */
  private void commit(StatementCounts statementCounts) throws SQLException {
    if (transaction) {
      if (wrote) {
        statementCounts.phase(ErrorPhase.COMMIT);
      }
      control(COMMIT, commitTimer, statementCounts);
      inTransaction = false;
    }
  }

  void pointSelects(StatementCounts statementCounts) throws SQLException {
    long table = tables.next();
    QueryUse use = of(OltpQuery.POINT_SELECT);
    for (int i = use.count; i > 0; i--) {
      PreparedStatement select = prepared(use, table);
      select.setLong(1, ids.next());
      read(use, select, statementCounts);
    }
  }

  /** The four kinds of range select, each on a table of its own; they may end past the last row. */
  void rangeSelects(StatementCounts statementCounts) throws SQLException {
    ranges(of(OltpQuery.SIMPLE_RANGE), statementCounts);
    ranges(of(OltpQuery.SUM_RANGE), statementCounts);
    ranges(of(OltpQuery.ORDER_RANGE), statementCounts);
    ranges(of(OltpQuery.DISTINCT_RANGE), statementCounts);
  }

  private void ranges(QueryUse use, StatementCounts statementCounts) throws SQLException {
    long table = tables.next();
    for (int i = use.count; i > 0; i--) {
      PreparedStatement select = prepared(use, table);
      long id = ids.next();
      select.setLong(1, id);
      select.setLong(2, id + options.rangeSize() - 1);
      read(use, select, statementCounts);
    }
  }

  void indexUpdates(StatementCounts statementCounts) throws SQLException {
    long table = tables.next();
    QueryUse use = of(OltpQuery.INDEX_UPDATE);
    for (int i = use.count; i > 0; i--) {
      PreparedStatement update = prepared(use, table);
      update.setLong(1, ids.next());
      write(use, update, statementCounts);
    }
  }

  void nonIndexUpdates(StatementCounts statementCounts) throws SQLException {
    long table = tables.next();
    QueryUse use = of(OltpQuery.NON_INDEX_UPDATE);
    for (int i = use.count; i > 0; i--) {
      PreparedStatement update = prepared(use, table);
      String text = c.next(random).toString();
      long id = ids.next();
      update.setString(1, text);
      update.setLong(2, id);
      if (write(use, update, statementCounts) > 0) {
        wrote(table, id, text);
      }
    }
  }

  /** Deletes a row, and inserts it again with new values. */
  void deleteInserts(StatementCounts statementCounts) throws SQLException {
    long table = tables.next();
    QueryUse deletes = of(OltpQuery.DELETE);
    QueryUse inserts = of(OltpQuery.INSERT);
    for (int i = deletes.count; i > 0; i--) {
      long id = ids.next();
      PreparedStatement insert = prepared(inserts, table);
      insert.setLong(1, id);
      insert.setLong(2, ids.next());
      String text = c.next(random).toString();
      insert.setString(3, text);
      insert.setString(4, pad.next(random).toString());
      delete(deletes, table, id, statementCounts);
      write(inserts, insert, statementCounts);
      wrote(table, id, text);
    }
  }

  private void wrote(long table, long id, @Nullable String text) {
    lastTable = table;
    lastId = id;
    lastC = text;
  }

  @Override
  public @Nullable LastWrite lastWrite() {
    String row = "SELECT 1 FROM sbtest" + lastTable + " WHERE id = " + lastId;
    if (lastTable == 0) {
      return null;
    }
    return lastC == null
        ? new LastWrite(row, "", true)
        : new LastWrite(row + " AND c = '" + lastC + "'", "1", false);
  }

  void deletes(StatementCounts statementCounts) throws SQLException {
    long table = tables.next();
    QueryUse use = of(OltpQuery.DELETE);
    for (int i = use.count; i > 0; i--) {
      long id = ids.next();
      delete(use, table, id, statementCounts);
      wrote(table, id, null);
    }
  }

  private void delete(QueryUse use, long table, long id, StatementCounts statementCounts)
      throws SQLException {
    PreparedStatement delete = prepared(use, table);
    delete.setLong(1, id);
    write(use, delete, statementCounts);
  }

  private void read(QueryUse use, PreparedStatement select, StatementCounts statementCounts)
      throws SQLException {
    long start = use.timer.start();
    try (ResultSet answer = select.executeQuery()) {
      rows.read(answer, use.columns);
    }
    use.timer.stop(start);
    statementCounts.read();
  }

  private int write(QueryUse use, PreparedStatement change, StatementCounts statementCounts)
      throws SQLException {
    wrote = true;
    if (!inTransaction) {
      statementCounts.phase(ErrorPhase.COMMIT);
    }
    long start = use.timer.start();
    int affected = change.executeUpdate();
    use.timer.stop(start);
    statementCounts.changed(affected);
    if (!inTransaction && affected > 0) {
      statementCounts.apply();
    }
    return affected;
  }

  private PreparedStatement prepared(QueryUse use, long table) throws SQLException {
    return statements.prepared(use.firstNumber + (int) table - 1);
  }

  /**
   * A query's part of a transaction.
   *
   * @param count number of its executions
   * @param firstNumber number of its statement on the first table
   */
  @SuppressWarnings("ArrayRecordComponent") // Read for every statement, and compared by none.
  private record QueryUse(
      RowReader.Column[] columns, int count, int firstNumber, StatementTimer timer) {
    static final QueryUse NONE = new QueryUse(new RowReader.Column[0], 0, 0, StatementTimer.OFF);
  }
}
