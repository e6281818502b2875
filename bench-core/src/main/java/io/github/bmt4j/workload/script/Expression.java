package io.github.bmt4j.workload.script;

import java.sql.SQLException;

/** A compiled expression: stateless, and shared by all sessions. */
@FunctionalInterface
interface Expression {
  /** Evaluates it, and leaves its value on the frame's stack. */
  void push(Frame frame) throws SQLException;
}
