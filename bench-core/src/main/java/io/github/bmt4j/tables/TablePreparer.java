package io.github.bmt4j.tables;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
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

/** Makes the tables of a workload where they are missing, and never touches one that is there. */
public final class TablePreparer {
  /** Bytes of the largest statement that loading sends, with room for its last row. */
  public static final int LARGEST_STATEMENT_BYTES = Inserts.PACKET_CHARS + 4 * 1024;

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
   * @return warnings about tables that were there
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
      return inspect(connection, TableState.of(connection, tables), tables);
    } catch (SQLException e) {
      throw new TargetException("cannot examine the tables: " + told(e), e);
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

  public boolean isThere(Table table) throws TargetException {
    try (Connection connection = connect()) {
      return TableInventory.isThere(connection, table);
    } catch (SQLException e) {
      throw new TargetException("cannot look for tables: " + told(e), e);
    }
  }

  /** Makes tables that must not be there yet, so that the caller knows that they are its own. */
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
   * @return number of tables that existed
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

  private List<String> inspect(Connection connection, TableInventory inventory, List<Table> tables)
      throws SQLException {
    List<String> warnings = inspect(connection, inventory.there(), tables);
    if (!inventory.there().isEmpty()) {
      List<Table> used = inventory.there().stream().map(TableState::table).toList();
      progress.say("Using " + names(used) + " as found.");
    }
    return warnings;
  }

  private static List<String> inspect(
      Connection connection, List<TableState> there, List<Table> tables) throws SQLException {
    List<String> warnings = new ArrayList<>();
    List<TableFacts> facts = new TableReader(connection, null).read(there);
    for (TableFinding finding : TableCheck.of(tables, facts)) {
      if (finding.refused()) {
        throw new BadInputException(finding.line());
      }
      warnings.add(finding.line());
    }
    return warnings;
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
