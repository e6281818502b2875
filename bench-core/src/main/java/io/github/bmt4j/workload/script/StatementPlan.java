package io.github.bmt4j.workload.script;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Execution plan of a server for a statement of a script.
 *
 * @param sql its text, with a question mark for each value
 * @param accesses to tables, in the server's order; empty if it gives no plan
 * @param note reason why there is no plan, or no value from its result; empty if both exist
 */
public record StatementPlan(String place, String sql, List<Access> accesses, String note) {
  /** The types of access that read all rows, or all of an index. */
  private static final Set<String> FULL = Set.of("ALL", "index");

  /**
   * A row of EXPLAIN.
   *
   * @param table absent if the server needs none
   * @param type of access, in the server's words
   * @param rows to be read, as the server estimates them
   * @param extra in the server's words; may be empty
   */
  public record Access(
      @Nullable String table,
      @Nullable String type,
      @Nullable String key,
      @Nullable Long rows,
      String extra) {
    /** True if all of a table or of one of its indexes is read; an INSERT reads nothing. */
    public boolean fullScan() {
      return table != null
          && !table.startsWith("<") // made by the statement itself
          && type != null
          && FULL.contains(type)
          && rows != null;
    }
  }
}
