package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.wrapped;

import io.github.bmt4j.preflight.Doctor.Severity;
import io.github.bmt4j.preflight.DoctorReport.Diagnosis;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A diagnosis as text: what weighs most comes first. */
public final class DoctorReport {
  private static final int MOST_COLUMNS = 100;
  private static final String FINDING = "%-9s%-23s %s";

  private DoctorReport() {}

  /**
   * All findings about a run that has not begun.
   *
   * @param findings the heaviest first
   */
  public record Diagnosis(
      int schema, String workload, int threads, String target, List<CheckFinding> findings) {
    public static final int SCHEMA = 1;

    public Diagnosis {
      findings = findings.stream().sorted(Comparator.comparing(CheckFinding::severity)).toList();
    }

    public long count(Severity severity) {
      return findings.stream().filter(finding -> finding.severity() == severity).count();
    }
  }

  /** All of it. */
  public static String text(Diagnosis diagnosis, int columns) {
    StringBuilder text =
        new StringBuilder(
            line(
                "%s with %s on %s\n",
                diagnosis.workload(), counted(diagnosis.threads(), "thread"), diagnosis.target()));
    for (CheckFinding finding : diagnosis.findings()) {
      text.append(line(FINDING, finding.severity().word(), finding.subject(), finding.found()));
      if (!finding.consequence().isEmpty()) {
        text.append(line(FINDING, "", "", finding.consequence()));
      }
      if (!finding.remedy().isEmpty()) {
        text.append(line(FINDING, "", "", "-> " + finding.remedy()));
      }
    }
    text.append('\n').append(summary(diagnosis)).append('\n');
    return wrapped(text.toString(), Math.min(columns, MOST_COLUMNS));
  }

  private static String summary(Diagnosis diagnosis) {
    String counts =
        Stream.of(Severity.values())
            .filter(severity -> diagnosis.count(severity) > 0)
            .map(severity -> amount(diagnosis.count(severity), severity))
            .collect(Collectors.joining(", "));
    String sentence =
        diagnosis.count(Severity.ERROR) > 0
            ? "The run cannot start like this."
            : diagnosis.count(Severity.WARNING) > 0
                ? "The run can start; see the warnings."
                : "Nothing prevents the run.";
    return counts + ". " + sentence;
  }

  private static String amount(long count, Severity severity) {
    return count + " " + severity.word() + (severity == Severity.OK || count == 1 ? "" : "s");
  }
}
