package io.github.bmt4j.jmhfile;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.jmhfile.JmhBenchmark.Metric;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verdict on the figures of a result of JMH, and the notes that qualify them. */
final class JmhJudgement {
  private static final long FEW_SAMPLES = 5;

  private static final double LARGE_ERROR = 0.1;

  private JmhJudgement() {}

  /**
   * Judges a result: a score is of all the iterations that were ordered.
   *
   * @param problems reasons why it is not complete, as the command that ran it reports
   */
  static Verdict judge(List<JmhBenchmark> benchmarks, List<String> problems) {
    List<String> reasons = new ArrayList<>(problems);
    for (JmhBenchmark benchmark : benchmarks) {
      if (benchmark.primaryMetric().value() == null) {
        reasons.add(benchmark.label() + " has no score");
      }
      List<Integer> measured = benchmark.primaryMetric().iterations();
      long ordered = (long) Math.max(1, benchmark.forks()) * benchmark.measurementIterations();
      long found = measured == null ? ordered : measured.stream().mapToLong(count -> count).sum();
      if (found != ordered) {
        reasons.add(
            words("%s has %,d of %,d ordered iterations", benchmark.label(), found, ordered));
      }
    }
    return Verdict.of(reasons);
  }

  /**
   * Notes that qualify a result.
   *
   * @param servers servers of the benchmarks, if they are known
   */
  static List<String> warnings(List<JmhBenchmark> benchmarks, @Nullable List<Environment> servers) {
    List<String> warnings = new ArrayList<>();
    if (servers == null) {
      warnings.add("server and driver are not known");
    }
    forks(
        benchmarks,
        0,
        "no fork: measured in JMH's own JVM, after whatever ran there before",
        warnings);
    forks(benchmarks, 1, "one fork: differences between JVM runs are not in the error", warnings);
    for (JmhBenchmark benchmark : benchmarks) {
      score(benchmark.label(), benchmark.primaryMetric(), warnings);
    }
    return List.copyOf(warnings);
  }

  private static void forks(
      List<JmhBenchmark> benchmarks, int forks, String warning, List<String> warnings) {
    long count = benchmarks.stream().filter(one -> one.forks() == forks).count();
    if (count > 0) {
      warnings.add(
          count == benchmarks.size()
              ? warning
              : words("%,d of %,d benchmarks with %s", count, benchmarks.size(), warning));
    }
  }

  private static void score(String label, Metric score, List<String> warnings) {
    Long samples = score.samples();
    Double value = score.value();
    Double error = score.error();
    if (samples == null) {
      warnings.add(label + ": the file has no raw data, so its samples are not known");
    } else if (samples < FEW_SAMPLES) {
      warnings.add(label + ": only " + counted(samples, "sample"));
    }
    if (value == null) {
      return;
    }
    if (error == null) {
      warnings.add(label + ": the error of its score is not known");
    } else if (error > LARGE_ERROR * Math.abs(value)) {
      double percent = 100 * error / Math.abs(value);
      warnings.add(
          value == 0
              ? label + ": its score is 0 and has an error"
              : words("%s: the error is %,.0f %% of the score", label, percent));
    }
  }
}
