package io.github.bmt4j.workload.script;

import java.sql.SQLException;

/** A command of a script as it is executed. */
interface Step {
  int run(ScriptSession session, Frame frame, int at) throws SQLException;
}
