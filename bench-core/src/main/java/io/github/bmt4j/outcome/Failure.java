package io.github.bmt4j.outcome;

import io.github.bmt4j.failure.Redacted;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A failed attempt, classed by the server's vendor code and the phase of the operation. SQLState
 * alone is not trusted: drivers disagree on it (Connector/J maps 1205 to 40001, MariaDB Connector/J
 * keeps HY000), and use one state for "surely not applied" and "unknown".
 *
 * @param phase phase of the operation
 * @param code vendor code; 0 when the driver gave none
 * @param sqlState SQLState from the driver; "" without one
 * @param message the driver's words, on one line
 * @param connectionLost true if the connection can no longer be used
 * @param place file and line of the user's own SQL, with which the message begins; "" elsewhere
 * @param vendorCodes true if the vendor code is one of the MySQL family's; otherwise only SQLState
 *     and the driver's exception class count
 */
public record Failure(
    ErrorPhase phase,
    int code,
    String sqlState,
    String message,
    boolean connectionLost,
    String place,
    boolean vendorCodes) {

  /** Vendor code of a server that lacks the table of a statement. */
  public static final int NO_SUCH_TABLE = 1146;

  /** Error code of a setting that is only allowed at the beginning of a transaction. */
  public static final int IN_TRANSACTION = 1568;

  /** Word for a commit that a cluster refused. */
  public static final String CERTIFICATION = "certification";

  /** Error code of a transaction that was rolled back to end a deadlock or a conflict. */
  public static final int DEADLOCK = 1213;

  private static final int NOT_CERTIFIED = 3101;

  /** Codes by which a server ends a connection (shutdown, kill, network, idle limit). */
  private static final Set<Integer> LOST =
      Set.of(
          1040, 1053, 1077, 1080, 1152, 1153, 1154, 1155, 1156, 1157, 1158, 1159, 1160, 1161, 1184,
          1203, 1927, 2002, 2003, 2006, 2013, 2055, 3169, 4031);

  /**
   * Refused before any work, on a connection that stays: the answer of a Galera node outside the
   * primary component to every statement except SET and SHOW, including COMMIT. Its SQLState,
   * 08S01, also means lost connections.
   */
  private static final Set<Integer> REFUSED_BEFORE_DOING = Set.of(1047);

  /**
   * Interrupted or failed during a commit, which may have continued. 3100 comes from a member that
   * leaves its group: the others may already have the transaction.
   */
  private static final Set<Integer> UNSURE_AT_COMMIT = Set.of(1180, 1317, 1969, 3024, 3100);

  /** A server that is read-only refused a write. */
  private static final Set<Integer> READ_ONLY = Set.of(1290, 1792, 1836);

  /**
   * Errors that retrying cannot fix: no such table, column, database or privilege, wrong login,
   * wrong SQL, LOAD DATA LOCAL where it is switched off, no room for prepared statements. A run
   * ends at once.
   */
  private static final Set<Integer> PERMANENT =
      Set.of(
          1044, 1045, 1049, 1054, 1064, 1142, 1143, 1146, 1148, 1227, 1461, 1698, 3118, 3948, 3955,
          4151, 4166);

  /** Permanent errors by class of SQLState: login, catalog, schema, syntax or privileges. */
  private static final Set<String> PERMANENT_STATES = Set.of("28", "3D", "3F", "42");

  /**
   * Classes of SQLState by which the server refused a transaction's work: data, constraints,
   * syntax, privileges, views.
   */
  private static final Set<String> REFUSED_STATES = Set.of("22", "23", "42", "44");

  /**
   * Classes an exception; the first vendor code along its causes counts (a pool wraps the driver's
   * exception).
   */
  public static Failure of(SQLException exception, ErrorPhase phase) {
    return exception instanceof PlacedException placed
        ? of(placed.failure(), phase, placed.place())
        : of(exception, phase, "");
  }

  /** Classes an exception of a server outside the MySQL family. */
  public static Failure bySqlState(SQLException exception, ErrorPhase phase) {
    SQLException of = exception instanceof PlacedException placed ? placed.failure() : exception;
    Failure known = of(exception, phase);
    boolean lost =
        known.sqlState.startsWith("08")
            || of instanceof SQLNonTransientConnectionException
            || known.sqlState.startsWith("57P"); // PostgreSQL: the server ends the session.
    return new Failure(phase, known.code, known.sqlState, known.message, lost, known.place, false);
  }

  private static Failure of(SQLException exception, ErrorPhase phase, String place) {
    SQLException telling = telling(exception);
    String state = Objects.requireNonNullElse(telling.getSQLState(), "");
    return new Failure(
        phase,
        Math.max(0, telling.getErrorCode()),
        state,
        (place.isEmpty() ? "" : place + ": ") + oneLine(telling.getMessage()) + cause(telling),
        lost(exception) || lost(telling),
        place,
        true);
  }

  /**
   * Outcome of the operation, if it is not retried. At a commit, or if a statement commits by
   * itself, only the server's own error proves that nothing was applied: its vendor code, a state
   * of class 40 that the driver derived from it, or, outside the MySQL family, a state that means a
   * refusal. An error of the driver, the pool or a socket leaves the outcome open.
   */
  public Outcome outcome() {
    boolean unsure =
        phase == ErrorPhase.COMMIT
            && (connectionLost
                || (vendorCodes && UNSURE_AT_COMMIT.contains(code))
                || !saidByServer());
    return unsure ? Outcome.UNKNOWN : Outcome.FAILED;
  }

  private boolean saidByServer() {
    return (vendorCodes && code > 0)
        ? !sqlState.equals("40003")
        : rolledBack() || (!vendorCodes && REFUSED_STATES.contains(stateClass()));
  }

  /** Returns true if SQLState says that the transaction was rolled back. */
  public boolean rolledBack() {
    return sqlState.startsWith("40") && !sqlState.equals("40003");
  }

  /**
   * The word for a phase in results. If two nodes of a cluster changed the same row, it is {@code
   * certification} at the commit, and {@code conflict} in a statement, as distinct from deadlocks
   * of one server.
   *
   * @param byOthers phases in which 1213 means that, as in Galera; Group Replication uses 3101 at
   *     the commit
   */
  public static String word(ErrorPhase phase, int code, Set<ErrorPhase> byOthers) {
    boolean conflict = code == DEADLOCK && byOthers.contains(phase);
    return code == NOT_CERTIFIED || (conflict && phase == ErrorPhase.COMMIT)
        ? CERTIFICATION
        : conflict ? "conflict" : phase.name().toLowerCase(Locale.ROOT);
  }

  /** Returns true if trying again cannot help. */
  public boolean permanent() {
    return vendorCodes ? PERMANENT.contains(code) : PERMANENT_STATES.contains(stateClass());
  }

  private String stateClass() {
    return sqlState.substring(0, Math.min(2, sqlState.length()));
  }

  /** Returns true for the vendor codes of a write that a read-only server refused. */
  public static boolean saysReadOnly(int code) {
    return READ_ONLY.contains(code);
  }

  private static boolean lost(SQLException exception) {
    if (REFUSED_BEFORE_DOING.contains(exception.getErrorCode())) {
      return false;
    }
    String state = Objects.requireNonNullElse(exception.getSQLState(), "");
    return state.startsWith("08")
        || state.equals("25S03")
        || exception instanceof SQLNonTransientConnectionException
        // Connector/J 2.7 throws it for any server error with HY000, such as 1205.
        || (exception instanceof SQLTransientConnectionException && exception.getErrorCode() <= 0)
        || (exception instanceof SQLTimeoutException && exception.getErrorCode() <= 0)
        || LOST.contains(exception.getErrorCode());
  }

  private static SQLException telling(SQLException exception) {
    SQLException telling = exception;
    Throwable cause = exception;
    for (int depth = 0; cause != null && depth < 10; depth++) {
      if (cause instanceof SQLException sql) {
        telling = sql;
        if (sql.getErrorCode() > 0) {
          return sql;
        }
      }
      cause = cause.getCause();
    }
    return telling;
  }

  /** The driver's message without secrets: a server quotes the statement that it refuses. */
  @Override
  public String message() {
    return Redacted.text(message);
  }

  /** Reason of a failure by its cause, if the driver's message is only "Socket error". */
  private static String cause(SQLException telling) {
    Throwable cause = telling;
    for (int depth = 0; cause.getCause() != null && depth < 10; depth++) {
      cause = cause.getCause();
    }
    String words =
        oneLine(
            cause instanceof Error || cause.getMessage() == null
                ? cause.toString()
                : cause.getMessage());
    boolean said = telling.getErrorCode() > 0 || oneLine(telling.getMessage()).contains(words);
    return said || cause instanceof SQLException ? "" : " (" + words + ")";
  }

  private static String oneLine(@Nullable String message) {
    return message == null ? "" : message.strip().replaceAll("\\s+", " ");
  }

  /** A failure of a command in the user's own SQL, with its place; the cause has the reason. */
  public static final class PlacedException extends SQLException {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final SQLException failure;

    /**
     * @param place file and line
     * @param failure of the server, the driver, or the command itself
     */
    public PlacedException(String place, SQLException failure) {
      super(
          place + ": " + failure.getMessage(),
          failure.getSQLState(),
          failure.getErrorCode(),
          failure);
      this.place = place;
      this.failure = failure;
    }

    String place() {
      return place;
    }

    SQLException failure() {
      return failure;
    }
  }
}
