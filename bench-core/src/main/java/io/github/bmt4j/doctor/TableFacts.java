package io.github.bmt4j.doctor;

import io.github.bmt4j.workload.Table;
import org.jspecify.annotations.Nullable;

/**
 * What was found of a table that a run needs.
 *
 * @param present whether it is there; otherwise nothing else is known
 * @param smallestId absent for an empty table, and for one without ids
 * @param greatestId the same
 * @param lookedFor ids from 1 to the table's size that were looked for: all, or a sample
 * @param found how many of them are there
 * @param rows all of a table that is read as a whole; absent for others
 * @param indexes that it has, with the primary key
 * @param bytes of its data and indexes, as the server estimates; absent when it does not say
 * @param untold why it could not be looked at; empty when it could
 */
record TableFacts(
    Table table,
    boolean present,
    @Nullable Long smallestId,
    @Nullable Long greatestId,
    long lookedFor,
    long found,
    @Nullable Long rows,
    int indexes,
    @Nullable Long bytes,
    String untold) {
  static TableFacts missing(Table table) {
    return new TableFacts(table, false, null, null, 0, 0, null, 0, null, "");
  }

  static TableFacts untold(Table table, String why) {
    return new TableFacts(table, true, null, null, 0, 0, null, 0, null, why);
  }

  /** Whether only some of the ids were looked for. */
  boolean sampled() {
    return lookedFor < table.rows();
  }

  /** Share of the ids that are not there, from 0 to 1. */
  double missShare() {
    return lookedFor == 0 ? 0 : (double) (lookedFor - found) / lookedFor;
  }
}
