package io.github.bmt4j.tables;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Locks on the user's servers that keep a command from changing or dropping tables, or stopping a
 * replica, while another command uses them. Each belongs to a connection that is open until the
 * command ends, so that the server always frees it. Several commands may use the same tables, but
 * none may use tables that another owns. Servers that bmt started need no locks.
 */
public final class CommandLocks implements AutoCloseable {
  /** The thread of a replica that applies received transactions. */
  public static final String APPLIER = "the replica's applier";

  private static final int MOST_USERS = 20;
  private static final int PATIENCE_SECONDS = 10;
  private static final long LONGEST_SECONDS = 7L * 24 * 60 * 60;

  private final Progress progress;
  private final List<Connection> held = new ArrayList<>();

  /**
   * @param progress receives the message of a server that gives no locks
   */
  public CommandLocks(Progress progress) {
    this.progress = progress;
  }

  /** Names of the locks of tables: one for all that differ in their number only. */
  public static List<String> names(List<Table> tables) {
    return tables.stream().map(Table::name).map(CommandLocks::name).distinct().toList();
  }

  public static String name(String table) {
    return "tables " + table.replaceAll("\\d+$", "") + "*";
  }

  /**
   * Takes shared locks.
   *
   * @throws BadInputException when another command owns one
   */
  public void use(Connector connector, List<String> names) throws SQLException {
    take(connector, names, false);
  }

  /**
   * Takes exclusive locks.
   *
   * @throws BadInputException when another command uses one
   */
  public void own(Connector connector, List<String> names) throws SQLException {
    take(connector, names, true);
  }

  private void take(Connector connector, List<String> names, boolean alone) throws SQLException {
    if (connector.target().ours()
        || connector.target().dialect() != Dialect.MYSQL
        || names.isEmpty()) {
      return;
    }
    Connection connection = connector.connect();
    held.add(connection);
    Sql.execute(connection, "SET SESSION wait_timeout = " + LONGEST_SECONDS);
    String database = Objects.requireNonNullElse(connection.getCatalog(), "");
    try {
      for (String name : names) {
        String lock = "bmt." + Sha256.of(database + "." + name).substring(0, 40) + ".";
        take(connection, name, lock, alone);
      }
    } catch (SQLException e) {
      if (!connection.isValid(PATIENCE_SECONDS)) {
        throw e;
      }
      progress.say(
          "The server gives no lock ("
              + e.getMessage()
              + "): let no other command change or drop what this one uses.");
    }
  }

  /**
   * Takes the lock, then looks for the other kind: of two simultaneous commands, at least one sees
   * the other.
   */
  private static void take(Connection connection, String name, String lock, boolean alone)
      throws SQLException {
    List<String> only = List.of(lock + "only");
    List<String> users = IntStream.range(0, MOST_USERS).mapToObj(i -> lock + i).toList();
    boolean taken = false;
    for (String one : alone ? only : users) {
      taken = taken || Sql.number(connection, "SELECT GET_LOCK('" + one + "', 0)") == 1;
    }
    List<String> against = alone == taken ? users : only;
    String other =
        Sql.text(
            connection,
            against.stream()
                .map(one -> "IS_USED_LOCK('" + one + "')")
                .collect(Collectors.joining(", ", "SELECT COALESCE(NULL, ", ")")));
    if (!taken || !other.isEmpty()) {
      throw new BadInputException(
          "another bmt command is using "
              + name
              + (other.isEmpty()
                  ? ": it has just ended, so try again"
                  : " (connection "
                      + other
                      + holder(connection, other)
                      + "): wait until it has ended; if its machine is gone: KILL "
                      + other));
    }
  }

  private static String holder(Connection connection, String session) throws SQLException {
    return Sql.text(
        connection,
        "SELECT CONCAT(' of ', user, '@', host, ' since ', NOW() - INTERVAL time SECOND)"
            + " FROM information_schema.processlist WHERE id = "
            + session);
  }

  /** Note about a lock whose connection was closed meanwhile. */
  public Optional<String> lost() {
    return held.stream().allMatch(CommandLocks::isOpen)
        ? Optional.empty()
        : Optional.of(
            "the connection that locked the tables was closed meanwhile: another bmt command may"
                + " have changed them");
  }

  private static boolean isOpen(Connection connection) {
    try {
      return connection.isValid(PATIENCE_SECONDS);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Frees them. */
  @Override
  public void close() {
    held.forEach(Connector::closeQuietly);
    held.clear();
  }
}
