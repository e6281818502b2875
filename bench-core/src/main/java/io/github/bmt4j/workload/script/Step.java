package io.github.bmt4j.workload.script;

import java.sql.SQLException;

/** An executable command of a script. */
interface Step {
  int run(ScriptSession session, Frame frame, int at) throws SQLException;
}
