package io.github.bmt4j.tables;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Examines the tables of a run: counts ids up to 2,000,000 rows in all, and beyond that looks for a
 * sample of ids, so that big tables are not read as a whole.
 *
 * @param unreadable words for the reason for which a table cannot be read; absent for a run, which
 *     then fails, and which counts the rows of a big table before it refuses it
 */
public record TableReader(
    Connection connection, @Nullable Function<SQLException, String> unreadable) {
  private static final long COUNTED_ROWS = 2_000_000;
  private static final long SMALL = 200_000;
  private static final int SAMPLE = 1_000;
  private static final long SAMPLE_SEED = 42;

  public List<TableFacts> read(List<TableState> states) throws SQLException {
    Map<String, Long> sizes =
        unreadable == null
            ? Map.of()
            : Sql.numbers(
                connection,
                "SELECT LOWER(table_name), data_length + index_length"
                    + TableState.OF_TABLES
                    + " AND data_length + index_length IS NOT NULL");
    boolean countable =
        states.stream().mapToLong(state -> state.table().rows()).sum() <= COUNTED_ROWS;
    List<TableFacts> facts = new ArrayList<>();
    for (TableState state : states) {
      Long bytes = sizes.get(state.table().name().toLowerCase(Locale.ROOT));
      try {
        facts.add(
            state.kind() == TableState.Kind.THERE && state.table().rows() > 0
                ? read(state, countable, bytes)
                : TableFacts.uncounted(state, bytes));
      } catch (SQLException e) {
        if (unreadable == null) {
          throw e;
        }
        facts.add(TableFacts.unknown(state, unreadable.apply(e)));
      }
    }
    return facts;
  }

  private TableFacts read(TableState state, boolean countable, @Nullable Long bytes)
      throws SQLException {
    Table table = state.table();
    String idColumn = table.idColumn();
    boolean ofSet = !table.membership().set().isEmpty();
    if (idColumn == null || ofSet) {
      boolean counted =
          countable || (ofSet ? table.rows() <= SMALL || seemsTooSmall(table) : unreadable == null);
      Long rows = counted ? (Long) TableState.countRows(connection, table) : null;
      return new TableFacts(state, null, null, 0, 0, rows, bytes, "");
    }
    Long smallest = number("SELECT MIN(%s) FROM %s", idColumn, table.name());
    Long greatest = number("SELECT MAX(%s) FROM %s", idColumn, table.name());
    long lookedFor = table.rows();
    Long found = null;
    if (!countable && table.rows() > SAMPLE) {
      String ids = sample(table.rows()).toString();
      lookedFor = SAMPLE;
      found =
          number(
              "SELECT COUNT(*) FROM %s WHERE %s IN (%s)",
              table.name(), idColumn, ids.substring(1, ids.length() - 1));
    }
    boolean refused = found != null && found < TableCheck.TOO_FEW * lookedFor && unreadable == null;
    if (found == null || refused) {
      lookedFor = table.rows();
      found =
          number(
              "SELECT COUNT(*) FROM %s WHERE %s BETWEEN 1 AND %s",
              table.name(), idColumn, String.valueOf(lookedFor));
    }
    return new TableFacts(
        state, smallest, greatest, lookedFor, found == null ? 0 : found, null, bytes, "");
  }

  private @Nullable Long number(String sql, String... names) throws SQLException {
    return Sql.numberOrNull(connection, words(sql, (Object[]) names));
  }

  /** Returns true if the server believes that a table has not even half of its rows. */
  private boolean seemsTooSmall(Table table) throws SQLException {
    Long estimate =
        number("SELECT table_rows" + TableState.OF_TABLES + " AND table_name = '%s'", table.name());
    return estimate == null || estimate < TableCheck.TOO_FEW * table.rows();
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
}
