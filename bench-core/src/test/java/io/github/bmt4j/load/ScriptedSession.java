package io.github.bmt4j.load;

import io.github.bmt4j.clock.ErrorPhase;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.Connection;
import java.sql.SQLException;

/** A session whose transactions are a script. */
final class ScriptedSession implements Session {
  private final Script script;
  private int executed;

  /** One transaction. */
  interface Script {
    /** Runs attempt {@code number}, from 1. */
    void run(int number, StatementCounts counts) throws SQLException;
  }

  ScriptedSession(Script script) {
    this.script = script;
  }

  int executed() {
    return executed;
  }

  @Override
  public void attach(Connection connection) {}

  @Override
  public void execute(StatementCounts counts) throws SQLException {
    counts.phase(ErrorPhase.STATEMENT);
    executed++;
    script.run(executed, counts);
  }

  @Override
  public void detach() {}
}
