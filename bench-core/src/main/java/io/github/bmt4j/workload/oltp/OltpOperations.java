package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.workload.KeyChooser;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.Phase;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.Tally;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The parts that OLTP transactions are made of. A part draws its table once, evenly, and its ids
 * one by one, by the run's distribution.
 *
 * <p>BEGIN and COMMIT are statements sent as text. Result sets are fetched by the driver as a whole
 * and closed without decoding a column, as sysbench does: a client that reads them does more work.
 * Nothing is allocated here but the strings of the columns {@code c} and {@code pad}, which JDBC
 * asks for.
 */
final class OltpOperations {
  private final OltpOptions options;
  private final Map<OltpQuery, Share> shares = new EnumMap<>(OltpQuery.class);
  private final Statements statements;
  private final SplitMix64 random;
  private final KeyChooser ids;
  private final KeyChooser tables;
  private final DigitGroups c = new DigitGroups(DigitGroups.C);
  private final DigitGroups pad = new DigitGroups(DigitGroups.PAD);
  private boolean inTransaction;
  private boolean wrote;

  OltpOperations(SessionContext context, QueryCounts counts) {
    options = OltpOptions.of(context.params());
    List<String> texts = new ArrayList<>(counts.statements(options));
    counts
        .counts()
        .forEach(
            (query, count) -> {
              shares.put(query, new Share(count, texts.size()));
              IntStream.rangeClosed(1, options.tables()).mapToObj(query::sql).forEach(texts::add);
            });
    statements = new Statements(texts, context.workers());
    random = context.random();
    ids = KeyDistribution.of(context.params()).over(options.tableSize(), random);
    tables = KeyDistribution.uniform(options.tables(), random);
  }

  void attach(Connection connection) {
    statements.attach(connection);
  }

  void detach() throws SQLException {
    statements.detach();
  }

  /** Begins an attempt: nothing is known of an earlier one that failed. */
  void start(Tally tally) {
    inTransaction = false;
    wrote = false;
    tally.phase(Phase.STATEMENT);
  }

  /** BEGIN, unless transactions are to be skipped. */
  void begin(Tally tally) throws SQLException {
    if (!options.skipTrx()) {
      statements.text().execute("BEGIN");
      tally.other();
      inTransaction = true;
    }
  }

  /**
   * COMMIT, unless transactions are to be skipped. Lost, it matters only where something was
   * written.
   */
  void commit(Tally tally) throws SQLException {
    if (!options.skipTrx()) {
      if (wrote) {
        tally.phase(Phase.COMMIT);
      }
      statements.text().execute("COMMIT");
      tally.other();
      inTransaction = false;
    }
  }

  void pointSelects(Tally tally) throws SQLException {
    long table = tables.next();
    for (int i = count(OltpQuery.POINT_SELECT); i > 0; i--) {
      PreparedStatement select = prepared(OltpQuery.POINT_SELECT, table);
      select.setLong(1, ids.next());
      read(select, tally);
    }
  }

  /** The four kinds of range select, each on a table of its own; they may end past the last row. */
  void rangeSelects(Tally tally) throws SQLException {
    ranges(OltpQuery.SIMPLE_RANGE, tally);
    ranges(OltpQuery.SUM_RANGE, tally);
    ranges(OltpQuery.ORDER_RANGE, tally);
    ranges(OltpQuery.DISTINCT_RANGE, tally);
  }

  private void ranges(OltpQuery query, Tally tally) throws SQLException {
    long table = tables.next();
    for (int i = count(query); i > 0; i--) {
      PreparedStatement select = prepared(query, table);
      long id = ids.next();
      select.setLong(1, id);
      select.setLong(2, id + options.rangeSize() - 1);
      read(select, tally);
    }
  }

  void indexUpdates(Tally tally) throws SQLException {
    long table = tables.next();
    for (int i = count(OltpQuery.INDEX_UPDATE); i > 0; i--) {
      PreparedStatement update = prepared(OltpQuery.INDEX_UPDATE, table);
      update.setLong(1, ids.next());
      write(update, tally);
    }
  }

  void nonIndexUpdates(Tally tally) throws SQLException {
    long table = tables.next();
    for (int i = count(OltpQuery.NON_INDEX_UPDATE); i > 0; i--) {
      PreparedStatement update = prepared(OltpQuery.NON_INDEX_UPDATE, table);
      update.setString(1, c.next(random).toString());
      update.setLong(2, ids.next());
      write(update, tally);
    }
  }

  /** Deletes a row, and inserts it again with new values. */
  void deleteInserts(Tally tally) throws SQLException {
    long table = tables.next();
    for (int i = count(OltpQuery.DELETE); i > 0; i--) {
      long id = ids.next();
      PreparedStatement insert = prepared(OltpQuery.INSERT, table);
      insert.setLong(1, id);
      insert.setLong(2, ids.next());
      insert.setString(3, c.next(random).toString());
      insert.setString(4, pad.next(random).toString());
      delete(table, id, tally);
      write(insert, tally);
    }
  }

  void deletes(Tally tally) throws SQLException {
    long table = tables.next();
    for (int i = count(OltpQuery.DELETE); i > 0; i--) {
      delete(table, ids.next(), tally);
    }
  }

  private void delete(long table, long id, Tally tally) throws SQLException {
    PreparedStatement delete = prepared(OltpQuery.DELETE, table);
    delete.setLong(1, id);
    write(delete, tally);
  }

  private void read(PreparedStatement select, Tally tally) throws SQLException {
    select.executeQuery().close();
    tally.read();
  }

  private void write(PreparedStatement change, Tally tally) throws SQLException {
    wrote = true;
    if (!inTransaction) {
      tally.phase(Phase.COMMIT);
    }
    int affected = change.executeUpdate();
    tally.changed(affected);
    if (!inTransaction && affected > 0) {
      tally.apply();
    }
  }

  private int count(OltpQuery query) {
    Share share = shares.get(query);
    return share == null ? 0 : share.count();
  }

  private PreparedStatement prepared(OltpQuery query, long table) throws SQLException {
    Share share = Objects.requireNonNull(shares.get(query));
    return statements.prepared(share.firstNumber() + (int) table - 1);
  }

  /**
   * A query's share of a transaction.
   *
   * @param count how often it runs
   * @param firstNumber number of its statement on the first table
   */
  private record Share(int count, int firstNumber) {}
}
