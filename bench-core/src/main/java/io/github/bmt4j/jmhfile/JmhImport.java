package io.github.bmt4j.jmhfile;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.BadInputException;
import java.nio.file.Path;
import java.util.Map;

/** Makes a stored run of a result file of JMH. */
public final class JmhImport {
  private JmhImport() {}

  /**
   * Reads and judges the file.
   *
   * @throws BadInputException when it is not JMH's
   */
  public static JmhResult read(Path file, Clock clock) {
    JmhFile found = JmhFile.read(file);
    return new JmhResult(
        JmhResult.SCHEMA,
        Runner.newId(),
        clock.now(),
        found.measuredAt(),
        found.name(),
        JmhJudgement.judge(found.benchmarks(), found.problems()),
        JmhJudgement.warnings(found.benchmarks(), found.servers()),
        found.servers(),
        new JmhResult.Jmh(found.benchmarks()));
  }

  /**
   * Stores the result.
   *
   * @param results folder that gets a folder of this result
   * @param labels that it is stored with
   */
  public static Runner.Outcome<JmhResult> store(
      JmhResult result, Path results, Map<String, String> labels) {
    Head head = new Head(result.id(), result.measuredAt());
    return ResultFolder.create(results, JmhResult.KIND, head, labels).store(result);
  }
}
