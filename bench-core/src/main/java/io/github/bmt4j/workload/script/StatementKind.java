package io.github.bmt4j.workload.script;

import io.github.bmt4j.jdbc.Dialect.Trait;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.workload.Stopwatch;
import java.util.List;
import java.util.Set;

/** Kind of a statement by its first word: its effect on data and on the open transaction. */
enum StatementKind {
  /** Returns rows and changes none. */
  READ,
  /** Changes rows, within the open transaction or each for itself. */
  WRITE,
  /** Commits the open transaction, and opens another. */
  BEGIN,
  COMMIT,
  ROLLBACK,
  SAVEPOINT,
  /** Changes nothing but the session: SET, USE. */
  SESSION,
  /** Commits the open transaction implicitly: CREATE TABLE and the like. */
  DDL,
  /** May change data and schema, within the open transaction or for itself. */
  UNDOABLE,
  /** Anything else: may write, and may commit. CALL, unknown words. */
  ANY;

  /** The statements that may follow the queries of a WITH. */
  private static final Set<String> AFTER_WITH =
      Set.of("SELECT", "VALUES", "TABLE", "INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE");

  /**
   * The kind of a statement.
   *
   * @param words its words outside of parentheses and quotes, in capitals, and always its first
   *     word
   * @param modifies true if a query of a WITH changes rows
   */
  static StatementKind of(List<String> words, boolean modifies, Grammar grammar) {
    StatementKind kind = of(words);
    boolean may = kind == DDL || kind == ANY || (kind == READ && modifies);
    return may && grammar.dialect().has(Trait.UNDOES_DDL) ? UNDOABLE : kind;
  }

  private static StatementKind of(List<String> words) {
    String first = words.isEmpty() ? "" : words.get(0);
    String second = words.size() > 1 ? words.get(1) : "";
    return switch (first) {
      case "SELECT", "VALUES", "TABLE", "SHOW", "DESC", "DESCRIBE", "EXPLAIN" -> READ;
      case "INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE", "LOAD", "COPY" -> WRITE;
      case "WITH" -> of(words.stream().dropWhile(word -> !AFTER_WITH.contains(word)).toList());
      case "CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME", "GRANT", "REVOKE" ->
          second.equals("TEMPORARY") ? ANY : DDL;
      case "SET" ->
          second.equals("STATEMENT") && words.contains("FOR")
              // MariaDB: settings for the one statement that follows.
              ? of(words.subList(words.indexOf("FOR") + 1, words.size()))
              : SESSION;
      case "USE", "PREPARE", "DEALLOCATE" -> SESSION;
      case "BEGIN" -> second.equals("NOT") ? ANY : BEGIN;
      case "START" -> second.equals("TRANSACTION") ? BEGIN : ANY;
      case "COMMIT", "END" -> COMMIT;
      case "ROLLBACK", "ABORT" -> words.contains("TO") ? SAVEPOINT : ROLLBACK;
      case "SAVEPOINT", "RELEASE" -> SAVEPOINT;
      default -> ANY;
    };
  }

  /** True if JDBC has a method for it. */
  boolean isOfJdbc() {
    return this == BEGIN || this == COMMIT || this == ROLLBACK;
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
    return this == SESSION || this == DDL || this == UNDOABLE || this == ANY;
  }

  /** True if it certainly returns no rows, unless it has RETURNING. */
  boolean rowless() {
    return this != READ && this != UNDOABLE && this != ANY;
  }
}
