package io.github.bmt4j.preflight;

import io.github.bmt4j.preflight.Doctor.Severity;

/**
 * One thing that was looked at.
 *
 * @param consequence consequence for a run; empty without one
 * @param remedy remedy; empty without one
 */
record CheckFinding(
    Severity severity, String subject, String found, String consequence, String remedy) {
  static CheckFinding ok(String subject, String found) {
    return new CheckFinding(Severity.OK, subject, found, "", "");
  }

  static CheckFinding note(String subject, String found, String consequence, String remedy) {
    return new CheckFinding(Severity.NOTE, subject, found, consequence, remedy);
  }

  static CheckFinding warning(String subject, String found, String consequence, String remedy) {
    return new CheckFinding(Severity.WARNING, subject, found, consequence, remedy);
  }

  static CheckFinding error(String subject, String found, String consequence, String remedy) {
    return new CheckFinding(Severity.ERROR, subject, found, consequence, remedy);
  }

  CheckFinding errorIf(boolean holds, String consequence, String remedy) {
    return instead(holds, error(subject, found, consequence, remedy));
  }

  CheckFinding warningIf(boolean holds, String consequence, String remedy) {
    return instead(holds, warning(subject, found, consequence, remedy));
  }

  CheckFinding noteIf(boolean holds, String consequence, String remedy) {
    return instead(holds, note(subject, found, consequence, remedy));
  }

  private CheckFinding instead(boolean holds, CheckFinding other) {
    return holds && severity == Severity.OK ? other : this;
  }

  /** Finding about a subject that could not be examined: never OK. */
  static CheckFinding unknown(String subject, String why) {
    return note(subject, "unknown: " + why, "", "");
  }

  /** The same about one of several servers. */
  CheckFinding at(String server) {
    return new CheckFinding(severity, subject, server + ": " + found, consequence, remedy);
  }

  String line() {
    String text = found + (consequence.isEmpty() ? "" : ": " + consequence);
    return remedy.isEmpty() ? text : text + "; " + remedy;
  }
}
