package io.github.bmt4j.tables;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.tables.TableState.Kind;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.TableReset;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Creates the missing tables of a workload, and never touches existing ones. */
public record TablePreparer(Connector connector, Progress progress, StopSignal stop) {
  /** Bytes of the largest statement that loading sends, with room for its last row. */
  public static final int LARGEST_STATEMENT_BYTES = Inserts.PACKET_CHARS + 4 * 1024;

  private static final int LOCK_WAIT_SECONDS = 20;
  private static final String LIMIT_LOCK_WAITS =
      "SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS;
  private static final int NAMED = 9;

  /** Largest number of rows that are counted before a table is dropped. */
  private static final long MOST_COUNTED = 100_000;

  private static final int MOST_LOADERS = 16;
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  /**
   * Creates missing tables, and checks existing ones.
   *
   * @param threads threads of the load
   * @return the tables that existed; created tables have no deviations
   * @throws BadInputException when existing tables do not fit the request; then nothing was touched
   */
  public FoundTables prepare(List<Table> tables, int threads) throws TargetException {
    return over(
        "prepare the tables",
        connection -> {
          TableInventory inventory = TableInventory.of(connection, tables);
          List<Table> wanted = inventory.wanted();
          if (wanted.isEmpty()) {
            return inspect(connection, inventory, tables);
          }
          try (LoadLocks locks = LoadLocks.take(connector, wanted, progress)) {
            return prepareLocked(connection, tables, threads);
          }
        });
  }

  public List<String> missing(List<Table> tables) throws TargetException {
    return over(
        "look for tables",
        connection ->
            TableInventory.of(connection, tables).wanted().stream().map(Table::name).toList());
  }

  /** Existing tables; refuses those that do not fit the request. */
  public FoundTables inspect(List<Table> tables) throws TargetException {
    return over(
        "examine the tables",
        connection -> inspect(connection, TableState.fitting(connection, tables), tables));
  }

  /** Checks once more, because the former holder of the locks may have finished the tables. */
  private FoundTables prepareLocked(Connection connection, List<Table> tables, int threads)
      throws SQLException, TargetException {
    TableInventory inventory = TableInventory.of(connection, tables);
    FoundTables found = inspect(connection, inventory, tables);
    if (!inventory.missing().isEmpty()) {
      long rows = inventory.missing().stream().mapToLong(Table::rows).sum();
      progress.say(words("Preparing %s with %,d rows in all.", names(inventory.missing()), rows));
    }
    if (!inventory.unfinished().isEmpty()) {
      progress.say("Finishing " + names(inventory.unfinished()) + ", whose load was cut off.");
    }
    if (!inventory.wanted().isEmpty()) {
      load(inventory.missing(), inventory.unfinished(), threads);
    }
    return found;
  }

  private void load(List<Table> missing, List<Table> unfinished, int threads)
      throws SQLException, TargetException {
    int cores = Runtime.getRuntime().availableProcessors();
    int loaders = Math.min(MOST_LOADERS, Math.max(threads, cores));
    Loaded loaded = new TableLoader(connector, progress, stop).load(missing, unfinished, loaders);
    if (loaded.rows() + loaded.there() > 0) {
      progress.say(loaded.line());
    }
  }

  public boolean isThere(Table table) throws TargetException {
    return over(
        "look for tables",
        connection -> TableState.of(connection, List.of(table)).get(0).kind() != Kind.MISSING);
  }

  /** Creates tables that must not exist yet, so that the caller knows that they are its own. */
  public void make(List<Table> tables, int threads) throws TargetException {
    try (LoadLocks locks = LoadLocks.take(connector, tables, progress)) {
      load(tables, List.of(), threads);
    } catch (SQLException e) {
      throw new TargetException("cannot prepare the tables: " + told(e), e);
    }
  }

  /**
   * Restores tables to their state after loading.
   *
   * @throws TargetException when another command loads one of them, or the server does not allow
   *     it, or the user ended the command
   * @throws BadInputException when a table is missing, different or not created by bmt; then
   *     nothing was changed
   */
  public void reset(List<Table> tables, TableReset reset) throws TargetException {
    try (LoadLocks locks = LoadLocks.take(connector, tables, progress);
        Connection connection = connect()) {
      TableState.own(connection, tables);
      progress.say("Resetting " + names(tables) + " …");
      reset.reset(connection, stop::given);
    } catch (SQLException e) {
      throw new TargetException(
          stop.given()
              ? "interrupted: the tables may be only partly reset; run " + bmt("reset") + " again"
              : "cannot reset the tables: " + told(e),
          e);
    }
  }

  /** The tables that {@link #drop} would drop, each with the number of its rows. */
  public List<String> found(List<Table> tables) throws TargetException {
    return over(
        "look for tables",
        connection -> {
          List<String> found = new ArrayList<>();
          for (Table table : there(connection, tables)) {
            String some = "(SELECT 1 FROM " + table.name() + " LIMIT " + (MOST_COUNTED + 1) + ")";
            long rows = Sql.number(connection, "SELECT COUNT(*) FROM " + some + " counted");
            String more = rows > MOST_COUNTED ? "more than " : "";
            found.add(
                table.name() + " (" + more + counted(Math.min(rows, MOST_COUNTED), "row") + ")");
          }
          return found;
        });
  }

  /**
   * Drops the tables of a workload.
   *
   * @return number of those that existed
   * @throws BadInputException when one is on a user's server and differs from bmt's definition;
   *     then none was dropped
   */
  public int drop(List<Table> tables) throws TargetException {
    return over(
        "drop the tables",
        connection -> {
          List<Table> there = there(connection, tables);
          if (there.isEmpty()) {
            return 0;
          }
          try (LoadLocks locks = LoadLocks.take(connector, there, progress)) {
            // The former holder of the locks may have dropped some.
            List<Table> still = there(connection, there);
            // The last first: a table follows the tables to which it refers.
            for (int i = still.size() - 1; i >= 0; i--) {
              Sql.execute(connection, "DROP TABLE " + still.get(i).name());
            }
            return still.size();
          }
        });
  }

  /** Limits the wait of a connection's statements for tables that another session has locked. */
  public static void limitLockWaits(Connection connection) throws SQLException {
    Sql.execute(connection, LIMIT_LOCK_WAITS);
  }

  private interface Work<T> {
    T on(Connection connection) throws SQLException, TargetException;
  }

  private <T> T over(String what, Work<T> work) throws TargetException {
    try (Connection connection = connect()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw new TargetException("cannot " + what + ": " + told(e), e);
    }
  }

  /** A connection that does not wait long for a table that another session has locked. */
  private Connection connect() throws SQLException {
    return Sql.executed(connector.connect(), LIMIT_LOCK_WAITS);
  }

  private static String told(SQLException e) {
    return e.getErrorCode() == LOCK_WAIT_TIMEOUT
        ? "another session has had one of them locked for " + LOCK_WAIT_SECONDS + " s"
        : String.valueOf(e.getMessage());
  }

  /** The existing tables. On a server that bmt did not start, each must have bmt's definition. */
  private List<Table> there(Connection connection, List<Table> tables)
      throws SQLException, TargetException {
    List<TableState> states =
        connector.target().ours()
            ? TableState.of(connection, tables)
            : TableState.own(connection, tables);
    return states.stream()
        .filter(state -> state.kind() != Kind.MISSING)
        .map(TableState::table)
        .toList();
  }

  private FoundTables inspect(Connection connection, TableInventory inventory, List<Table> tables)
      throws SQLException {
    FoundTables found = inspect(connection, inventory.there(), tables);
    if (!inventory.there().isEmpty()) {
      List<Table> used = inventory.there().stream().map(TableState::table).toList();
      progress.say("Using " + names(used) + " as found.");
    }
    return found;
  }

  private static FoundTables inspect(
      Connection connection, List<TableState> there, List<Table> tables) throws SQLException {
    List<String> warnings = new ArrayList<>();
    List<TableFacts> facts = new TableReader(connection, null).read(there);
    for (TableFinding finding : TableCheck.of(tables, facts)) {
      if (finding.refused()) {
        throw new BadInputException(finding.line());
      }
      warnings.add(finding.line());
    }
    return FoundTables.of(warnings, facts);
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

  /** Inventory of a workload's tables; unfinished ones may be being loaded. */
  private record TableInventory(
      List<Table> missing, List<Table> unfinished, List<TableState> there) {
    static TableInventory of(Connection connection, List<Table> tables)
        throws SQLException, TargetException {
      List<TableState> states = TableState.of(connection, tables);
      for (TableState state : states) {
        if (state.kind() == Kind.UNFINISHED_OTHERWISE) {
          throw new BadInputException(state.otherRows().line());
        }
      }
      List<String> broken = TableState.brokenSets(states);
      if (!broken.isEmpty()) {
        throw new BadInputException(broken.get(0));
      }
      TableState.checkColumns(connection, states);
      return new TableInventory(
          tables(states, Kind.MISSING),
          tables(states, Kind.UNFINISHED),
          states.stream().filter(state -> state.kind() == Kind.THERE).toList());
    }

    List<Table> wanted() {
      return Stream.concat(missing.stream(), unfinished.stream()).toList();
    }

    private static List<Table> tables(List<TableState> states, Kind kind) {
      return states.stream().filter(state -> state.kind() == kind).map(TableState::table).toList();
    }
  }
}
