package io.github.bmt4j.workload.script;

/** The types of values. */
enum ValueType {
  /**
   * Type of a variable that never got a value; type of an expression that is unknown before the
   * run.
   */
  UNSET,
  NULL,
  BOOLEAN,
  LONG,
  /** May also have a text: the decimal as it was written, if a double holds less. */
  DOUBLE,
  TEXT,
  /** Bytes of a column that is not text. */
  BYTES
}
