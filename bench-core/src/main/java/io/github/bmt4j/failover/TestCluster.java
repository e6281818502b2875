package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failure.TargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The servers on which trials take place. */
interface TestCluster extends AutoCloseable {
  /** The servers in a line. */
  String description();

  /** Makes everything healthy and the tables of a repetition new; the application may begin. */
  void ready(BooleanSupplier stopped) throws TargetException;

  /** What the application does, and where it connects. */
  ProbePlan plan();

  /** Options for the application's JVM. */
  List<String> javaOptions();

  /** The nodes that can be observed; may be empty. */
  List<NodeObserver.Site> sites();

  /** A connection of the application's kind, for facts about server and driver. */
  Connection connect() throws SQLException;

  /** Identity of the primary before the fault, as servers give it. */
  String primary();

  /** What is done to these servers in a trial. */
  Intervention intervention();

  /** Mends what can be mended, and reads the ledger of every node that there is. */
  Aftermath settle(BooleanSupplier stopped) throws TargetException;

  /**
   * The servers after a repetition.
   *
   * @param primary identity of the primary; absent when that is not known
   * @param ledgers under the nodes' identities
   */
  record Aftermath(@Nullable String primary, List<LedgerCopy> ledgers) {}

  @Override
  void close();
}
