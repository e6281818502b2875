package io.github.bmt4j.tables;

import io.github.bmt4j.workload.Table;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a table that a run needs.
 *
 * @param smallestId absent for an empty table, and for one without ids
 * @param greatestId likewise
 * @param lookedFor ids from 1 to the table's size that were looked for: all, or a sample
 * @param found number of these ids that exist
 * @param rows number of rows of a table that is read as a whole; absent for others
 * @param bytes of its data and indexes, as the server estimates; absent if unknown
 * @param unknown reason why it could not be examined; empty if it could
 */
public record TableFacts(
    TableState state,
    @Nullable Long smallestId,
    @Nullable Long greatestId,
    long lookedFor,
    long found,
    @Nullable Long rows,
    @Nullable Long bytes,
    String unknown) {
  public static TableFacts uncounted(TableState state, @Nullable Long bytes) {
    return new TableFacts(state, null, null, 0, 0, null, bytes, "");
  }

  public static TableFacts unknown(TableState state, String why) {
    return new TableFacts(state, null, null, 0, 0, null, null, why);
  }

  public Table table() {
    return state.table();
  }

  boolean sampled() {
    return lookedFor < table().rows();
  }
}
