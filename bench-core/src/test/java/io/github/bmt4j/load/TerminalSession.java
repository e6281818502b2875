package io.github.bmt4j.load;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.IntBinaryOperator;

/** A session of terminals whose transactions are a script. */
final class TerminalSession implements Session {
  private final IntBinaryOperator kinds;
  private final Script script;
  private int terminal;
  private long number;

  /** A transaction. */
  interface Script {
    void run(int terminal, long number, StatementCounts counts) throws SQLException;
  }

  /**
   * @param kinds the kind of a terminal's transaction, by the numbers of both
   */
  TerminalSession(IntBinaryOperator kinds, Script script) {
    this.kinds = kinds;
    this.script = script;
  }

  /** One whose transactions are of one kind. */
  TerminalSession(Script script) {
    this((terminal, number) -> 0, script);
  }

  /** The number of the present transaction of its terminal. */
  long number() {
    return number;
  }

  @Override
  public void attach(Connection connection) {}

  @Override
  public void next() {
    throw new IllegalStateException("a terminal's transaction has a number");
  }

  @Override
  public void next(int nextTerminal, long nextNumber) {
    terminal = nextTerminal;
    number = nextNumber;
  }

  @Override
  public int kind() {
    return kinds.applyAsInt(terminal, (int) number);
  }

  @Override
  public void execute(StatementCounts counts) throws SQLException {
    counts.phase(ErrorPhase.STATEMENT);
    script.run(terminal, number, counts);
  }

  @Override
  public void detach() {}
}
