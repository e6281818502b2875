package io.github.bmt4j.tables;

import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.workload.Table;
import java.sql.SQLException;

/** Tables as a load leaves them that is killed before its first row. */
public final class CutOff {
  private CutOff() {}

  public static void before(Target target, Table table) throws SQLException {
    Queries.execute(target, table.createSql() + " COMMENT = '" + LoadMark.of(table) + "'");
  }
}
