package io.github.bmt4j.load;

import io.github.bmt4j.workload.Stopwatch;
import org.HdrHistogram.Histogram;

/**
 * Times of one statement of a transaction, in ns, with 3 significant digits.
 *
 * @param statement its name
 * @param service from sending it to its answer, of those that succeeded
 */
public record StatementLatencies(String statement, Stopwatch.Kind kind, Histogram service) {
  StatementLatencies(String statement, Stopwatch.Kind kind) {
    this(statement, kind, new Histogram(3));
  }
}
