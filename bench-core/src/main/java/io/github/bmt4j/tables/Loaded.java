package io.github.bmt4j.tables;

import static io.github.bmt4j.report.Lines.words;

/**
 * Work of a finished load.
 *
 * @param there number of rows of these tables that an aborted load had left
 * @param rowNanos time that the rows took
 * @param indexNanos time that the indexes and the foreign keys took after them
 */
record Loaded(int tables, long rows, long there, long rowNanos, long indexNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  String line() {
    double seconds = rowNanos / NANOS_PER_SECOND;
    return words(
        "Loaded %d rows of %d %s in %.3f s (%.0f rows/s), indexes in %.3f s%s",
        rows,
        tables,
        tables == 1 ? "table" : "tables",
        seconds,
        rows / Math.max(seconds, 1e-9),
        indexNanos / NANOS_PER_SECOND,
        there == 0 ? "." : "; " + there + " rows were there already.");
  }
}
