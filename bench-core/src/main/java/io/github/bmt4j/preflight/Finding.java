package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.preflight.Doctor.Severity;

/**
 * One thing that was looked at.
 *
 * @param subject what was looked at, in one or two words
 * @param found what was found
 * @param consequence what it means for a run; empty when it means nothing
 * @param remedy what to do; empty when there is nothing to be done
 */
record Finding(Severity severity, String subject, String found, String consequence, String remedy) {
  static Finding ok(String subject, String found) {
    return new Finding(Severity.OK, subject, found, "", "");
  }

  static Finding note(String subject, String found, String consequence, String remedy) {
    return new Finding(Severity.NOTE, subject, found, consequence, remedy);
  }

  static Finding warning(String subject, String found, String consequence, String remedy) {
    return new Finding(Severity.WARNING, subject, found, consequence, remedy);
  }

  static Finding error(String subject, String found, String consequence, String remedy) {
    return new Finding(Severity.ERROR, subject, found, consequence, remedy);
  }

  /** What could not be looked at is never fine. */
  static Finding unknown(String subject, String why) {
    return note(subject, "unknown: " + why, "", "");
  }

  /** The same about one of several endpoints, by its number from 1. */
  Finding at(int endpoint) {
    return new Finding(
        severity, subject, words("endpoint %d: %s", endpoint, found), consequence, remedy);
  }

  /** On one line: found, consequence and remedy. */
  String line() {
    String text = found + (consequence.isEmpty() ? "" : ": " + consequence);
    return remedy.isEmpty() ? text : text + "; " + remedy;
  }
}
