package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.tables.TableState;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the tables of a run: counts ids up to 2,000,000 rows in all, and beyond looks for a
 * sample of them, so that big tables are not read as a whole.
 */
final class TableReader {
  private static final int SAMPLE = 1_000;
  private static final long SAMPLE_SEED = 42;

  private final Connection connection;

  TableReader(Connection connection) {
    this.connection = connection;
  }

  /** The facts of each table, in the order given. */
  List<TableFacts> read(List<Table> tables) throws SQLException, TargetException {
    Map<String, OptionalLong> sizes = sizes();
    boolean countable = tables.stream().mapToLong(Table::rows).sum() <= TablePreparer.COUNTED_ROWS;
    List<TableFacts> facts = new ArrayList<>();
    for (TableState state : TableState.of(connection, tables)) {
      OptionalLong size = sizes.get(state.table().name().toLowerCase(Locale.ROOT));
      Long bytes = size == null ? null : boxed(size);
      if (state.kind() != TableState.Kind.THERE) {
        facts.add(TableFacts.uncounted(state, bytes));
        continue;
      }
      try {
        facts.add(read(state, countable, bytes));
      } catch (SQLException e) {
        facts.add(TableFacts.unknown(state, Reason.of(e)));
      }
    }
    return facts;
  }

  private TableFacts read(TableState state, boolean countable, @Nullable Long bytes)
      throws SQLException {
    Table table = state.table();
    String idColumn = table.idColumn();
    if (idColumn == null) {
      boolean counted =
          countable || (!table.membership().set().isEmpty() && table.rows() <= TablePreparer.SMALL);
      Long rows = counted ? (Long) TableState.countRows(connection, table) : null;
      return new TableFacts(state, null, null, 0, 0, rows, bytes, "");
    }
    Long smallest =
        Sql.numberOrNull(connection, "SELECT MIN(" + idColumn + ") FROM " + table.name());
    Long greatest = TableState.greatestId(connection, table, idColumn);
    if (countable || table.rows() <= SAMPLE) {
      long found = TableState.countIds(connection, table, idColumn);
      return new TableFacts(state, smallest, greatest, table.rows(), found, null, bytes, "");
    }
    Set<Long> sample = sample(table.rows());
    String list = sample.toString();
    Long found =
        Sql.numberOrNull(
            connection,
            words(
                "SELECT COUNT(*) FROM %s WHERE %s IN (%s)",
                table.name(), idColumn, list.substring(1, list.length() - 1)));
    return new TableFacts(
        state, smallest, greatest, sample.size(), found == null ? 0 : found, null, bytes, "");
  }

  private static @Nullable Long boxed(OptionalLong number) {
    return number.isPresent() ? (Long) number.getAsLong() : null;
  }

  /** Ids from 1 to {@code rows}, each as likely as any other. */
  private static Set<Long> sample(long rows) {
    SplitMix64 random = new SplitMix64(SAMPLE_SEED);
    Set<Long> sample = new TreeSet<>();
    while (sample.size() < SAMPLE) {
      sample.add(1 + random.nextLong(rows));
    }
    return sample;
  }

  /** Bytes of the database's tables by name in lower case; absent where the server does not say. */
  private Map<String, OptionalLong> sizes() throws SQLException {
    Map<String, OptionalLong> sizes = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT table_name, data_length + index_length FROM information_schema.tables WHERE table_schema = DATABASE()")) {
      while (rows.next()) {
        long bytes = rows.getLong(2);
        boolean wasNull = rows.wasNull();
        String name = rows.getString(1).toLowerCase(Locale.ROOT);
        sizes.put(name, wasNull ? OptionalLong.empty() : OptionalLong.of(bytes));
      }
    }
    return sizes;
  }
}
