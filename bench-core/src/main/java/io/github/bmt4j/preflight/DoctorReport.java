package io.github.bmt4j.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A diagnosis as text, 100 characters wide: what weighs most comes first. */
public final class DoctorReport {
  private static final int WIDTH = 100;
  private static final int WEIGHT_WIDTH = 9;
  private static final int SUBJECT_WIDTH = 24;
  private static final String INDENT = " ".repeat(WEIGHT_WIDTH + SUBJECT_WIDTH);

  private DoctorReport() {}

  /** All of it. */
  public static String text(Diagnosis diagnosis) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s with %,d thread%s on %s\n\n",
            diagnosis.workload(),
            diagnosis.threads(),
            diagnosis.threads() == 1 ? "" : "s",
            diagnosis.target()));
    for (Finding finding : diagnosis.findings()) {
      text.append(finding(finding));
    }
    return text.append('\n').append(summary(diagnosis)).append('\n').toString();
  }

  private static String finding(Finding finding) {
    StringBuilder text = new StringBuilder();
    String head =
        pad(finding.severity().word(), WEIGHT_WIDTH) + pad(finding.subject(), SUBJECT_WIDTH);
    lines(text, head, finding.found());
    if (!finding.consequence().isEmpty()) {
      lines(text, INDENT, finding.consequence());
    }
    if (!finding.remedy().isEmpty()) {
      lines(text, INDENT, "-> " + finding.remedy());
    }
    return text.toString();
  }

  private static String summary(Diagnosis diagnosis) {
    List<String> counts = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      long count = diagnosis.count(severity);
      if (count > 0) {
        String plural = severity == Severity.OK || count == 1 ? "" : "s";
        counts.add(count + " " + severity.word() + plural);
      }
    }
    String sentence =
        diagnosis.count(Severity.ERROR) > 0
            ? "The run cannot be made like this."
            : diagnosis.count(Severity.WARNING) > 0
                ? "The run can be made; mind the warnings."
                : "Nothing stands in the way of the run.";
    return String.join(", ", counts) + ". " + sentence;
  }

  private static void lines(StringBuilder text, String head, String words) {
    int room = WIDTH - INDENT.length();
    String start = head;
    StringBuilder line = new StringBuilder();
    for (String word : words.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > room) {
        text.append(start).append(line).append('\n');
        start = INDENT;
        line.setLength(0);
      }
      line.append(line.length() > 0 ? " " : "").append(word);
    }
    text.append(start).append(line).append('\n');
  }

  private static String pad(String word, int width) {
    return word.length() >= width ? word + " " : word + " ".repeat(width - word.length());
  }
}
