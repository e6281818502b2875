package io.github.bmt4j.load;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A session whose transactions are a script. */
final class ScriptedSession implements Session {
  private final Script script;
  private final @Nullable Script atTheEnd;
  private int executed;
  private int operation;
  private Runnable onDetach = () -> {};

  /** One transaction. */
  interface Script {
    /** Runs attempt {@code number}, from 1. */
    void run(int number, StatementCounts counts) throws SQLException;
  }

  ScriptedSession(Script script) {
    this(script, null);
  }

  /**
   * @param atTheEnd what is left to do after the last transaction; nothing for nothing
   */
  ScriptedSession(Script script, @Nullable Script atTheEnd) {
    this.script = script;
    this.atTheEnd = atTheEnd;
  }

  /** Number of the present operation, from 1. */
  int operation() {
    return operation;
  }

  /** Odd operations are of the second kind. */
  @Override
  public int kind() {
    return operation % 2;
  }

  int executed() {
    return executed;
  }

  void onDetach(Runnable action) {
    onDetach = action;
  }

  @Override
  public void attach(Connection connection) {}

  @Override
  public void next() {
    operation++;
  }

  @Override
  public void execute(StatementCounts counts) throws SQLException {
    counts.phase(ErrorPhase.STATEMENT);
    executed++;
    script.run(executed, counts);
  }

  @Override
  public boolean pending() {
    return atTheEnd != null;
  }

  @Override
  public void finish(StatementCounts counts) throws SQLException {
    Objects.requireNonNull(atTheEnd).run(executed, counts);
  }

  @Override
  public void detach() {
    onDetach.run();
  }
}
