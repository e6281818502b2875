package io.github.bmt4j.doctor;

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
  private static final long COUNTED_ROWS = 2_000_000;
  private static final int SAMPLE = 1_000;
  private static final long SAMPLE_SEED = 42;

  private final Connection connection;

  TableReader(Connection connection) {
    this.connection = connection;
  }

  /** The facts of each table, in the order given. */
  List<TableFacts> read(List<Table> tables) throws SQLException {
    Map<String, OptionalLong> sizes = sizes();
    Map<String, Integer> indexes = indexes();
    boolean countable = tables.stream().mapToLong(Table::rows).sum() <= COUNTED_ROWS;
    List<TableFacts> facts = new ArrayList<>();
    for (Table table : tables) {
      String name = table.name().toLowerCase(Locale.ROOT);
      OptionalLong size = sizes.get(name);
      if (size == null) {
        facts.add(TableFacts.missing(table));
        continue;
      }
      try {
        facts.add(read(table, countable, boxed(size), indexes.getOrDefault(name, 0)));
      } catch (SQLException e) {
        facts.add(TableFacts.untold(table, Reason.of(e)));
      }
    }
    return facts;
  }

  private TableFacts read(Table table, boolean countable, @Nullable Long bytes, int indexes)
      throws SQLException {
    String idColumn = table.idColumn();
    if (idColumn == null) {
      Long rows = countable ? number("SELECT COUNT(*) FROM " + table.name()) : null;
      return new TableFacts(table, true, null, null, 0, 0, rows, indexes, bytes, "");
    }
    Long smallest = number("SELECT MIN(" + idColumn + ") FROM " + table.name());
    Long greatest = number("SELECT MAX(" + idColumn + ") FROM " + table.name());
    long lookedFor = table.rows();
    Long found;
    if (countable || table.rows() <= SAMPLE) {
      found =
          number(
              String.format(
                  Locale.ROOT,
                  "SELECT COUNT(*) FROM %s WHERE %s BETWEEN 1 AND %d",
                  table.name(),
                  idColumn,
                  table.rows()));
    } else {
      Set<Long> sample = sample(table.rows());
      lookedFor = sample.size();
      String list = sample.toString();
      found =
          number(
              String.format(
                  Locale.ROOT,
                  "SELECT COUNT(*) FROM %s WHERE %s IN (%s)",
                  table.name(),
                  idColumn,
                  list.substring(1, list.length() - 1)));
    }
    return new TableFacts(
        table,
        true,
        smallest,
        greatest,
        lookedFor,
        found == null ? 0 : found,
        null,
        indexes,
        bytes,
        "");
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

  private Map<String, Integer> indexes() throws SQLException {
    Map<String, Integer> indexes = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT table_name, COUNT(DISTINCT index_name) FROM information_schema.statistics WHERE table_schema = DATABASE() GROUP BY table_name")) {
      while (rows.next()) {
        indexes.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getInt(2));
      }
    }
    return indexes;
  }

  private @Nullable Long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      long number = row.getLong(1);
      return row.wasNull() ? null : (Long) number;
    }
  }
}
