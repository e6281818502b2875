package io.github.bmt4j.engine.play;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.fault.Timeline;
import io.github.bmt4j.measure.LedgerCopy;
import io.github.bmt4j.measure.TimelineEvent.Kind;
import io.github.bmt4j.probe.ProbePlan;
import io.github.bmt4j.sampler.NodeObserver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The servers on which failovers are played, and what can be done to them. */
public interface Stage extends AutoCloseable {
  /** What the servers are, for people. */
  String description();

  /** Makes everything healthy and the tables of a repetition new; the application may begin. */
  void ready(BooleanSupplier stopped) throws TargetException;

  /** What the application shall do. */
  ProbePlan plan();

  /** Options for the application's JVM. */
  List<String> javaOptions();

  /** The nodes that can be looked at; may be empty. */
  List<NodeObserver.Site> sites();

  /** A connection of the application's kind, for facts about server and driver. */
  Connection connect() throws SQLException;

  /** Identity of the primary before the fault, as servers give it. */
  String primary();

  /** What must be done before the fault and is not noticed by the application. */
  void prepare(Timeline timeline, BooleanSupplier stopped) throws TargetException;

  /** Whether somebody else changes the primary, who may take his time. */
  default boolean isOutside() {
    return false;
  }

  /** Whether nobody tells us when that begins. */
  default boolean isUnannounced() {
    return false;
  }

  /** How long to wait until somebody else has changed the primary. */
  default Duration changePatience() {
    return Duration.ZERO;
  }

  /** Notes that the fault comes now; gives that moment, t0. */
  default long noteFault(Timeline timeline) {
    return timeline.note(Kind.FAULT, primary(), "fault");
  }

  /** Changes the primary; returns when everything that follows from it has been done. */
  void inject(Timeline timeline, BooleanSupplier stopped) throws TargetException;

  /** Mends what can be mended, and reads the ledger of every node that there is. */
  Aftermath settle(BooleanSupplier stopped) throws TargetException;

  /**
   * How the servers were after a repetition.
   *
   * @param primary identity of the primary; absent when that is not known
   * @param ledgers under the nodes' identities
   */
  record Aftermath(@Nullable String primary, List<LedgerCopy> ledgers) {}

  @Override
  void close();
}
