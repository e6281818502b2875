package io.github.bmt4j.failover.figures;

import io.github.bmt4j.outcome.Outcome;

/**
 * A write of the audited workload, as the application was told of it.
 *
 * @param place place where it would be found; empty when that was not known
 * @param content content that distinguishes it from another write at this place
 * @param rolledBack true if it was rolled back on purpose, and that succeeded
 */
public record TracedWrite(String place, String content, Outcome outcome, boolean rolledBack) {
  String found() {
    return place + ": " + content;
  }
}
