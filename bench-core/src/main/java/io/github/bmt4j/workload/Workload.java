package io.github.bmt4j.workload;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.PsMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A benchmark workload: tables, and the transactions that run on them. Stateless; registered as a
 * Java service.
 */
public interface Workload {
  /** Name, version and parameters. */
  WorkloadInfo info();

  /**
   * Checks its parameters against each other.
   *
   * @throws BadInputException when they contradict each other, or a text parameter makes no sense
   */
  default void check(Params params) {}

  /**
   * The tables that must exist before a run.
   *
   * @param threads workers of the run; only used by workloads with a table for each worker
   */
  List<Table> tables(Params params, int threads);

  /**
   * Largest number of different statements that one connection prepares: the server's
   * prepared-statement budget must hold them.
   */
  int statementsPerConnection(Params params);

  /** Number of statements that a session prepares before a load, if all may be open. */
  default int preparedFirst(Params params) {
    return statementsPerConnection(params);
  }

  /** Default mode of its statements. */
  default PsMode psMode(Params params) {
    return PsMode.AUTO;
  }

  /** The privileges that its operations need on its tables, as GRANT names them. */
  default Set<String> privileges(Params params) {
    return Set.of("SELECT", "INSERT", "UPDATE", "DELETE");
  }

  /** Returns true if its operations change rows. */
  default boolean writes(Params params) {
    return writes(privileges(params));
  }

  /** Returns true if operations that need these privileges change rows. */
  static boolean writes(Set<String> privileges) {
    return Stream.of("INSERT", "UPDATE", "DELETE").anyMatch(privileges::contains);
  }

  /**
   * Number of rows that each of its operations adds to its tables: 0 if the number stays the same;
   * absent if it varies.
   */
  default @Nullable Integer addsRows(Params params) {
    return 0;
  }

  /** The names of its kinds of transactions; empty if there is only one kind. */
  default List<String> kinds(Params params) {
    return List.of();
  }

  /** Notes that qualify the figures of its runs, a line each. */
  default List<String> notes(Params params) {
    return List.of();
  }

  /** The shares that its transactions keep to; {@link StatementCounts#share} counts them. */
  default List<ShareRule> shares(Params params) {
    return List.of();
  }

  /** Its own figures of a run. */
  default List<WorkloadFigure> figures(
      Params params, List<KindTotal> kinds, double seconds, boolean valid) {
    return List.of();
  }

  /** The terminals whose transactions it runs; absent if each worker is its own user. */
  default Optional<Terminals> terminals(Params params) {
    return Optional.empty();
  }

  /** Check that its tables are consistent; empty if it keeps no rules. */
  default Optional<ConsistencyCheck> consistencyCheck(Params params) {
    return Optional.empty();
  }

  /** Reset of its tables to their state after loading; empty if there is none. */
  default Optional<TableReset> tableReset(Params params) {
    return Optional.empty();
  }

  /** Rows of its statements so far in all sessions; empty for a workload of bmt. */
  default List<StatementRows> rows() {
    return List.of();
  }

  /** True if a server's counters count each of its statements once, as bmt does. */
  default boolean countsAreKnown(Params params) {
    return true;
  }

  /** Creates objects that a run needs beside its tables. Called once, before the load. */
  default void prepare(Connection connection, Params params) throws SQLException {}

  /** True if its SQL runs only on servers of the MySQL family. */
  default boolean isOfMysqlFamily() {
    return true;
  }

  /** Notes about the rows of its tables, which exist, a line each. */
  default List<String> tableNotes(Connection connection, Params params) throws SQLException {
    return List.of();
  }

  /** Drops objects that {@link #prepare} has created, after its tables were dropped. */
  default void drop(Connection connection, Params params) throws SQLException {}

  /** Statements that each connection of a load sends when it has been opened, such as SET. */
  default List<String> connectionSql(Params params) {
    return List.of();
  }

  /** True if {@link #cleanUp} has anything to do. */
  default boolean cleansUp() {
    return false;
  }

  /**
   * Removes objects that a run leaves beside its tables. Called once, after the load, however that
   * ended.
   */
  default void cleanUp(Connection connection) throws SQLException {}

  /** A new session for one worker. Opens nothing. */
  Session newSession(SessionContext context);
}
