package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.preflight.Doctor.Severity;

/**
 * One thing that was looked at.
 *
 * @param consequence consequence for a run; empty without one
 * @param remedy remedy; empty without one
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

  Finding errorIf(boolean holds, String consequence, String remedy) {
    return instead(holds, error(subject, found, consequence, remedy));
  }

  Finding warningIf(boolean holds, String consequence, String remedy) {
    return instead(holds, warning(subject, found, consequence, remedy));
  }

  Finding noteIf(boolean holds, String consequence, String remedy) {
    return instead(holds, note(subject, found, consequence, remedy));
  }

  private Finding instead(boolean holds, Finding other) {
    return holds && severity == Severity.OK ? other : this;
  }

  /** Finding about a subject that could not be examined: never OK. */
  static Finding unknown(String subject, String why) {
    return note(subject, "unknown: " + why, "", "");
  }

  /** The same about one of several endpoints, by its number from 1. */
  Finding at(int endpoint) {
    return new Finding(
        severity, subject, words("endpoint %d: %s", endpoint, found), consequence, remedy);
  }

  String line() {
    String text = found + (consequence.isEmpty() ? "" : ": " + consequence);
    return remedy.isEmpty() ? text : text + "; " + remedy;
  }
}
