package io.github.bmt4j.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Finds the writes in a workload's tables by which its durability is audited. */
public interface WriteTraces {
  /** Mark of the current state of the tables: {@link #since} leaves out what is there already. */
  String mark(Connection connection) throws SQLException;

  /** The content at every place that was written since. */
  Map<String, String> since(Connection connection, String mark) throws SQLException;
}
