package io.github.bmt4j.preflight;

import java.util.Comparator;
import java.util.List;

/**
 * All findings about a run that has not begun.
 *
 * @param schema version of this form
 * @param workload that would run
 * @param threads of it
 * @param target as it may be shown
 * @param findings the heaviest first
 */
public record Diagnosis(
    int schema, String workload, int threads, String target, List<Finding> findings) {
  /** The version of this form. */
  public static final int SCHEMA = 1;

  public Diagnosis {
    findings = findings.stream().sorted(Comparator.comparing(Finding::severity)).toList();
  }

  /** How many findings have this weight. */
  public long count(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }
}
