package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.report.Lines;
import io.github.bmt4j.workload.script.StatementPlan;
import io.github.bmt4j.workload.script.StatementPlan.Access;
import java.util.List;

/** The plans of the user's own SQL as text. */
public final class PlanReport {
  private static final int COLUMNS = 80;

  private static final int SHOWN = 200;

  private PlanReport() {}

  /**
   * A line for each statement, and below it one for each table.
   *
   * @param columns of the terminal
   */
  static String text(List<StatementPlan> plans, int columns) {
    int room = Math.min(columns, COLUMNS);
    StringBuilder text = new StringBuilder();
    for (StatementPlan plan : plans) {
      String sql = plan.sql().replaceAll("\\s+", " ");
      text.append(
          wrapped(
              plan.place()
                  + " "
                  + (sql.length() <= SHOWN ? sql : sql.substring(0, SHOWN - 1) + "…"),
              room));
      plan.accesses().forEach(access -> text.append(wrapped(access(access), room)));
      if (!plan.note().isEmpty()) {
        text.append(
            wrapped(
                (plan.accesses().isEmpty() ? "    no plan  " : "    note  ")
                    + plan.note().replaceAll("\\s+", " "),
                room));
      }
    }
    long scans =
        plans.stream().flatMap(plan -> plan.accesses().stream()).filter(Access::fullScan).count();
    return text + counted(plans.size(), "statement") + ", " + counted(scans, "full scan") + "\n";
  }

  private static String access(Access access) {
    String table = access.table();
    String key = access.key();
    Long rows = access.rows();
    return (access.fullScan() ? "    FULL SCAN of " : "    ")
        + (table == null ? "no table" : table)
        + (access.type() == null || rows == null ? "" : ", " + access.type())
        + (key == null ? "" : ", key " + key)
        + (rows == null ? "" : ", about " + counted(rows, "row"))
        + (access.extra().isEmpty() ? "" : ", " + access.extra());
  }

  private static String wrapped(String text, int columns) {
    return Lines.wrapped(text, columns) + "\n";
  }
}
