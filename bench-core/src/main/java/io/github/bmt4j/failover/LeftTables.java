package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.tables.TablePreparer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** The tables that killed commands left in a database: ledgers, observers, heartbeats. */
public final class LeftTables {
  /**
   * Least age by default: a run recreates its tables in every repetition, so that they are younger.
   */
  public static final Duration OLD = Duration.ofHours(1);

  private static final Duration LOOK = Duration.ofSeconds(3);
  private static final String ALL =
      "SELECT table_name, TIMESTAMPDIFF(SECOND, create_time, NOW()) FROM information_schema.tables"
          + " t WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND table_name REGEXP"
          + " '^bmt_(ledger|observer|heartbeat)_[0-9a-f]{8}$' AND (SELECT GROUP_CONCAT(column_name ORDER BY"
          + " ordinal_position) FROM information_schema.columns c WHERE c.table_schema ="
          + " t.table_schema AND c.table_name = t.table_name) = CASE SUBSTR(table_name, 5, 1)"
          + " WHEN 'l' THEN 'id,sequence,attempt,intended_nanos,server' WHEN 'o' THEN 'node,looks'"
          + " ELSE 'id,beat' END";

  private LeftTables() {}

  /**
   * Drops tables with bmt's names and columns that are old enough and get no write for 3 s.
   *
   * @param old least age of the tables that are dropped
   * @return a line for each table that was found
   * @throws SQLException when the server refuses; some tables may be gone then
   */
  public static List<String> drop(
      Connection connection, Duration old, Clock clock, BooleanSupplier stopped)
      throws SQLException {
    TablePreparer.limitLockWaits(connection);
    List<String> lines = new ArrayList<>();
    Map<String, Long> before = new TreeMap<>();
    for (Map.Entry<String, Long> table : Sql.numbers(connection, ALL).entrySet()) {
      if (table.getValue() >= old.toSeconds()) {
        before.put(table.getKey(), sum(connection, table.getKey()));
      } else {
        lines.add(
            words(
                "Kept %s: it is %d s old, and a run may use it. If none does: DROP TABLE %s",
                table.getKey(), table.getValue(), table.getKey()));
      }
    }
    if (!before.isEmpty()) {
      clock.sleepUntil(clock.nanoTime() + LOOK.toNanos(), stopped);
    }
    for (Map.Entry<String, Long> table : before.entrySet()) {
      if (stopped.getAsBoolean() || sum(connection, table.getKey()) != table.getValue()) {
        lines.add("Kept " + table.getKey() + ": a run writes to it.");
        continue;
      }
      Sql.execute(connection, "DROP TABLE " + table.getKey());
      lines.add("Dropped " + table.getKey() + ".");
    }
    return List.copyOf(lines);
  }

  private static long sum(Connection connection, String table) throws SQLException {
    return Sql.pairs(connection, "CHECKSUM TABLE " + table).values().stream()
        .mapToLong(Long::parseLong)
        .sum();
  }
}
