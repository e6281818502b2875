package io.github.bmt4j.workload.script;

import io.github.bmt4j.workload.Stopwatch;
import java.util.List;
import java.util.Set;

/** Kind of a statement by its first word: its effect on data and on the open transaction. */
enum StatementKind {
  /** Gives rows and changes none. */
  READ,
  /** Changes rows, within the open transaction or each for itself. */
  WRITE,
  /** Opens a transaction, and commits the one that is open. */
  BEGIN,
  COMMIT,
  ROLLBACK,
  SAVEPOINT,
  /** Changes nothing but the session: SET, USE. */
  SESSION,
  /** Commits the open transaction implicitly: CREATE TABLE and the like. */
  DDL,
  /** Anything else: may write, and may commit. CALL, unknown words. */
  ANY;

  private static final Set<String> READS =
      Set.of("SELECT", "WITH", "VALUES", "TABLE", "SHOW", "DESC", "DESCRIBE", "EXPLAIN");
  private static final Set<String> WRITES = Set.of("INSERT", "UPDATE", "DELETE", "REPLACE", "LOAD");
  private static final Set<String> COMMITTING =
      Set.of("CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME", "GRANT", "REVOKE");
  private static final Set<String> OF_SESSION = Set.of("SET", "USE", "PREPARE", "DEALLOCATE");

  /**
   * The kind of a statement.
   *
   * @param words its words outside of parentheses and quotes, in capitals; the first one is there
   *     even if it is in parentheses
   */
  static StatementKind of(List<String> words) {
    String first = words.get(0);
    String second = words.size() > 1 ? words.get(1) : "";
    if (first.equals("WITH")) {
      return words.stream().anyMatch(Set.of("UPDATE", "DELETE", "INSERT", "REPLACE")::contains)
              && !words.contains("SELECT")
          ? WRITE
          : READ;
    }
    if (READS.contains(first)) {
      return READ;
    }
    if (WRITES.contains(first)) {
      return WRITE;
    }
    if (first.equals("SET") && second.equals("STATEMENT") && words.contains("FOR")) {
      // MariaDB: settings of one statement, which follows.
      List<String> set = words.subList(words.indexOf("FOR") + 1, words.size());
      return set.isEmpty() ? ANY : of(set);
    }
    if (COMMITTING.contains(first)) {
      return second.equals("TEMPORARY") ? ANY : DDL;
    }
    if (OF_SESSION.contains(first)) {
      return SESSION;
    }
    return switch (first) {
      case "BEGIN" -> second.equals("NOT") ? ANY : BEGIN;
      case "START" -> second.equals("TRANSACTION") ? BEGIN : ANY;
      case "COMMIT" -> COMMIT;
      case "ROLLBACK" -> words.contains("TO") ? SAVEPOINT : ROLLBACK;
      case "SAVEPOINT", "RELEASE" -> SAVEPOINT;
      default -> ANY;
    };
  }

  Stopwatch.Kind timed() {
    return switch (this) {
      case READ -> Stopwatch.Kind.READ;
      case WRITE -> Stopwatch.Kind.WRITE;
      default -> Stopwatch.Kind.OTHER;
    };
  }

  /** True if it may change the database, variables or tables that a PREPARE depends on. */
  boolean changesPreparing() {
    return this == SESSION || this == DDL || this == ANY;
  }

  /** True if it certainly gives no rows, if it has no RETURNING. */
  boolean rowless() {
    return this != READ && this != ANY;
  }
}
