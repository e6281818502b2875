package io.github.bmt4j.workload.script;

/** The types of values. */
enum ValueType {
  /** Of a variable that was never given a value; of an expression, not known before the run. */
  UNSET,
  NULL,
  BOOLEAN,
  LONG,
  /** May also have a text: the decimal as it was written, where a double holds less. */
  DOUBLE,
  TEXT,
  /** Bytes of a column that is no text. */
  BYTES
}
