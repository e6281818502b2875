package io.github.bmt4j.tables;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.TableReset;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the tables of a workload where they are missing, and never touches one that is there. */
public final class TablePreparer {
  /**
   * Fewer rows than this share of what is expected: lookups would mostly find nothing, so the run
   * is refused.
   */
  public static final double TOO_FEW = 0.5;

  /** Bytes of the largest statement that loading sends, with room for its last row. */
  public static final int LARGEST_STATEMENT_BYTES = Inserts.PACKET_CHARS + 4 * 1024;

  /**
   * Up to this number of rows in all, ids are counted; beyond, they are counted where the server's
   * estimate is too small.
   */
  public static final long COUNTED_ROWS = 2_000_000;

  /** Tables of a set are counted up to here, whatever its other tables have. */
  public static final long SMALL = 200_000;

  private static final int LOCK_WAIT_SECONDS = 20;
  private static final int NAMED = 9;
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  private final Connector connector;
  private final Progress progress;
  private final StopSignal stop;

  public TablePreparer(Connector connector, Progress progress, StopSignal stop) {
    this.connector = connector;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Makes what is missing, and looks at what is there.
   *
   * @param loaders threads that load
   * @return warnings about tables that were there
   * @throws TargetException when the server does not let us
   * @throws BadInputException when tables are there that do not fit what was asked for; nothing was
   *     touched
   */
  public List<String> prepare(List<Table> tables, int loaders) throws TargetException {
    try (Connection connection = connect()) {
      TableInventory inventory = TableInventory.of(connection, tables);
      List<Table> wanted = inventory.wanted();
      if (wanted.isEmpty()) {
        return inspect(connection, inventory, tables);
      }
      try (LoadLocks locks = LoadLocks.take(connector, wanted, progress)) {
        Objects.requireNonNull(locks);
        return prepareLocked(connection, tables, loaders);
      }
    } catch (SQLException e) {
      throw new TargetException("cannot prepare the tables: " + told(e), e);
    }
  }

  /** Names of those that are not there, or not complete. */
  public List<String> missing(List<Table> tables) throws TargetException {
    try (Connection connection = connect()) {
      return TableInventory.of(connection, tables).wanted().stream().map(Table::name).toList();
    } catch (SQLException e) {
      throw new TargetException("cannot look for tables: " + told(e), e);
    }
  }

  /**
   * Looks at tables that are there, and makes none.
   *
   * @return warnings about them
   * @throws BadInputException when they do not fit what was asked for
   */
  public List<String> inspect(List<Table> tables) throws TargetException {
    try (Connection connection = connect()) {
      return inspect(connection, TableState.of(connection, tables), sizeIsRows(tables));
    } catch (SQLException e) {
      throw new TargetException("cannot look at the tables: " + told(e), e);
    }
  }

  /** Looks once more: who had the locks before may have finished. */
  private List<String> prepareLocked(Connection connection, List<Table> tables, int loaders)
      throws SQLException, TargetException {
    TableInventory inventory = TableInventory.of(connection, tables);
    List<String> warnings = inspect(connection, inventory, tables);
    if (!inventory.missing().isEmpty()) {
      long rows = inventory.missing().stream().mapToLong(Table::rows).sum();
      progress.say(words("Preparing %s with %,d rows in all.", names(inventory.missing()), rows));
    }
    if (!inventory.unfinished().isEmpty()) {
      progress.say("Finishing " + names(inventory.unfinished()) + ", whose load was cut off.");
    }
    if (!inventory.wanted().isEmpty()) {
      load(inventory.missing(), inventory.unfinished(), loaders);
    }
    return warnings;
  }

  private void load(List<Table> missing, List<Table> unfinished, int loaders)
      throws SQLException, TargetException {
    Loaded loaded = new TableLoader(connector, progress, stop).load(missing, unfinished, loaders);
    if (loaded.rows() + loaded.there() > 0) {
      progress.say(loaded.line());
    }
  }

  /** Whether a table of this name is there. */
  public boolean isThere(Table table) throws TargetException {
    try (Connection connection = connect()) {
      return TableInventory.isThere(connection, table);
    } catch (SQLException e) {
      throw new TargetException("cannot look for tables: " + told(e), e);
    }
  }

  /**
   * Makes tables that must not be there yet, so that the caller knows that they are its own.
   *
   * @param loaders threads that load
   * @throws TargetException when one is there, or the server does not let us; nothing is left then
   */
  public void make(List<Table> tables, int loaders) throws TargetException {
    try (LoadLocks locks = LoadLocks.take(connector, tables, progress)) {
      Objects.requireNonNull(locks);
      load(tables, List.of(), loaders);
    } catch (SQLException e) {
      throw new TargetException("cannot prepare the tables: " + told(e), e);
    }
  }

  /**
   * Brings tables back to what they were when they had been loaded.
   *
   * @throws TargetException when another command loads one of them, or the server does not let us,
   *     or the user ended the command
   * @throws BadInputException when a table is missing or another; nothing was changed then
   */
  public void reset(List<Table> tables, TableReset reset) throws TargetException {
    try (LoadLocks locks = LoadLocks.take(connector, tables, progress);
        Connection connection = connect()) {
      Objects.requireNonNull(locks);
      progress.say("Resetting " + names(tables) + " …");
      reset.reset(connection, stop::given);
    } catch (SQLException e) {
      throw new TargetException(
          stop.given()
              ? "interrupted: the tables may be only partly reset; run bmt reset again"
              : "cannot reset the tables: " + told(e),
          e);
    }
  }

  /**
   * Drops the tables of a workload.
   *
   * @return how many were there
   * @throws TargetException when another command loads one of them, or the server does not let us
   */
  public int drop(List<Table> tables) throws TargetException {
    try (Connection connection = connect()) {
      List<Table> there = there(connection, tables);
      if (there.isEmpty()) {
        return 0;
      }
      try (LoadLocks locks = LoadLocks.take(connector, there, progress);
          Statement statement = connection.createStatement()) {
        Objects.requireNonNull(locks);
        // Who had the locks before may have dropped some.
        List<Table> still = there(connection, there);
        // The last first: a table comes after those that it refers to.
        for (int i = still.size() - 1; i >= 0; i--) {
          statement.execute("DROP TABLE " + still.get(i).name());
        }
        return still.size();
      }
    } catch (SQLException e) {
      throw new TargetException("cannot drop the tables: " + told(e), e);
    }
  }

  /** Has statements of a connection not wait long for a table that another session has locked. */
  public static void limitLockWaits(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
    }
  }

  /** A connection that does not wait long for a table that another session has locked. */
  private Connection connect() throws SQLException {
    Connection connection = connector.connect();
    try {
      limitLockWaits(connection);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static String told(SQLException e) {
    return e.getErrorCode() == LOCK_WAIT_TIMEOUT
        ? "another session has had one of them locked for " + LOCK_WAIT_SECONDS + " s"
        : String.valueOf(e.getMessage());
  }

  private static List<Table> there(Connection connection, List<Table> tables)
      throws SQLException, TargetException {
    List<Table> there = new ArrayList<>(tables);
    there.removeAll(TableInventory.missing(connection, tables));
    return there;
  }

  /** Whether the option that says how many rows means those of every table. */
  private static boolean sizeIsRows(List<Table> tables) {
    return tables.stream().mapToLong(Table::rows).distinct().count() <= 1
        && tables.stream().allMatch(table -> table.rows() == table.numbers());
  }

  private List<String> inspect(Connection connection, TableInventory inventory, List<Table> tables)
      throws SQLException {
    List<String> warnings = inspect(connection, inventory.there(), sizeIsRows(tables));
    if (!inventory.there().isEmpty()) {
      List<Table> used = inventory.there().stream().map(TableState::table).toList();
      progress.say("Using " + names(used) + " as found.");
    }
    return warnings;
  }

  private static List<String> inspect(
      Connection connection, List<TableState> there, boolean sizeIsRows) throws SQLException {
    List<String> warnings = new ArrayList<>();
    boolean countable =
        there.stream().mapToLong(state -> state.table().rows()).sum() <= COUNTED_ROWS;
    for (TableState state : there) {
      Table table = state.table();
      if (table.rows() == 0) {
        continue;
      }
      String idColumn = table.idColumn();
      if (!table.membership().set().isEmpty()) {
        inspectMember(connection, table, countable, warnings);
      } else if (idColumn == null) {
        inspectWhole(connection, table, sizeIsRows);
      } else {
        boolean counted = countable || isTooSmall(connection, table);
        long rows = counted ? TableState.countIds(connection, table, idColumn) : table.rows();
        Long greatest = table.grows() ? null : TableState.greatestId(connection, table, idColumn);
        inspectIds(table, rows, greatest, warnings);
      }
      if (!state.indexed()) {
        warnings.add(
            table.name()
                + " lacks an index: its load may have been cut off; run bmt cleanup and bmt prepare");
      }
      if (!state.linked()) {
        warnings.add(
            table.name()
                + " lacks a foreign key: if it was not loaded with --use-fk=off, run bmt cleanup and bmt prepare");
      }
    }
    List<String> linked =
        there.stream().filter(TableState::linkedUnasked).map(one -> one.table().name()).toList();
    if (!linked.isEmpty()) {
      warnings.add(
          String.join(", ", linked)
              + " have foreign keys that were not asked for: the figures are those of tables with foreign keys");
    }
    return warnings;
  }

  /**
   * A table of a set is counted when it is small. A big one is counted where the server's estimate
   * is too small: its load counted it, and how many rows the smallest of its set have says how many
   * all were to have.
   */
  private static void inspectMember(
      Connection connection, Table table, boolean countable, List<String> warnings)
      throws SQLException {
    boolean counted = countable || table.rows() <= SMALL || isTooSmall(connection, table);
    if (table.membership().presence() == Table.Presence.ANY || !counted) {
      return;
    }
    long rows = TableState.countRows(connection, table);
    if (table.misses(rows)) {
      throw new BadInputException(
          words(
              "%s has %s, but --%s would give %,d: use the --%s of the load, or run bmt cleanup",
              table.name(),
              counted(rows, "row"),
              table.sizeOption(),
              table.rows(),
              table.sizeOption()));
    }
    if (table.lacks(rows)) {
      warnings.add(
          words(
              "%s has %s, fewer than the %,d it was loaded with: run bmt cleanup and bmt prepare",
              table.name(), counted(rows, "row"), table.rows()));
    }
  }

  private static void inspectIds(
      Table table, long rows, @Nullable Long greatestId, List<String> warnings) {
    if (rows < TOO_FEW * table.rows()) {
      throw new BadInputException(
          words(
              "%s has %,d of the ids 1 to %,d that --%s asks for: use the --%s of the load, or run bmt cleanup",
              table.name(), rows, table.rows(), table.sizeOption(), table.sizeOption()));
    }
    if (rows < table.rows()) {
      warnings.add(
          words(
              "%s holds %,d of the ids 1 to %,d: lookups of the others find nothing",
              table.name(), rows, table.rows()));
    } else if (table.exceeds(greatestId)) {
      warnings.add(
          words(
              "%s has ids up to %,d, of which a load uses 1 to %,d: for a load on all rows, give the --%s of the table",
              table.name(), greatestId, table.rows(), table.sizeOption()));
    }
  }

  /** A table that is read as a whole is counted, however big: a wrong size is a wrong figure. */
  private static void inspectWhole(Connection connection, Table table, boolean sizeIsRows)
      throws SQLException {
    long rows = TableState.countRows(connection, table);
    if (rows == table.rows()) {
      return;
    }
    throw new BadInputException(
        sizeIsRows
            ? words(
                "%s has %s, but --%s asks for %,d, and all are read: give --%s=%d, or run bmt cleanup",
                table.name(),
                counted(rows, "row"),
                table.sizeOption(),
                table.rows(),
                table.sizeOption(),
                rows)
            : words(
                "%s has %s, but --%s would give %,d, and all are read: use the --%s of the load, or run bmt cleanup",
                table.name(),
                counted(rows, "row"),
                table.sizeOption(),
                table.rows(),
                table.sizeOption()));
  }

  /** Whether the server believes that a table has not even half of its rows. */
  private static boolean isTooSmall(Connection connection, Table table) throws SQLException {
    long estimate =
        Sql.number(
            connection,
            "SELECT table_rows FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = '"
                + table.name()
                + "'");
    return estimate < TOO_FEW * table.rows();
  }

  private static String names(List<Table> tables) {
    List<String> names = tables.stream().map(Table::name).toList();
    boolean numbered =
        names.stream().map(name -> name.replaceAll("\\d+$", "")).distinct().count() == 1;
    if (names.size() > NAMED && !numbered) {
      return words(
          "%s to %s (%,d tables)", names.get(0), names.get(names.size() - 1), names.size());
    }
    return numbered && names.size() > 1
        ? names.get(0) + " to " + names.get(names.size() - 1)
        : String.join(", ", names);
  }
}
