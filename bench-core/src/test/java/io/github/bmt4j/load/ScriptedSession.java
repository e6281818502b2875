package io.github.bmt4j.load;

import io.github.bmt4j.workload.Phase;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.Tally;
import java.sql.Connection;
import java.sql.SQLException;

/** A session whose transactions are a script. */
final class ScriptedSession implements Session {
  private final Script script;
  private int executed;

  /** One transaction. */
  interface Script {
    /**
     * @param number of the attempt, from 1
     */
    void run(int number, Tally tally) throws SQLException;
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
  public void execute(Tally tally) throws SQLException {
    tally.phase(Phase.STATEMENT);
    executed++;
    script.run(executed, tally);
  }

  @Override
  public void detach() {}
}
