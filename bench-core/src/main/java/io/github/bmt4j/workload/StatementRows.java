package io.github.bmt4j.workload;

/**
 * Rows that a statement of the user's own SQL found and changed.
 *
 * @param statement place and first words
 * @param executions number of its successes, including the warm-up and attempts that failed later
 * @param rows of all its results
 */
public record StatementRows(String statement, long executions, long rows, long affected) {
  /** Counts since an earlier moment. */
  public StatementRows minus(StatementRows earlier) {
    return new StatementRows(
        statement,
        executions - earlier.executions,
        rows - earlier.rows,
        affected - earlier.affected);
  }

  /** The sum with the same statement in another process. */
  public StatementRows plus(StatementRows other) {
    return new StatementRows(
        statement, executions + other.executions, rows + other.rows, affected + other.affected);
  }
}
