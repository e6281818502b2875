package io.github.bmt4j.engine;

import io.github.bmt4j.analysis.JmhJudgement;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jmhfile.JmhFile;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.result.JmhResult;
import io.github.bmt4j.result.ResultJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

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
        UUID.randomUUID().toString().substring(0, 8),
        clock.now(),
        found.measuredAt(),
        found.name(),
        JmhJudgement.judge(found.benchmarks(), found.problems()),
        JmhJudgement.warnings(found.benchmarks(), found.servers()),
        found.servers(),
        new JmhResult.Jmh(found.benchmarks()));
  }

  /**
   * Stores the run.
   *
   * @param runs folder that gets a folder of this run
   * @return the folder of this run
   * @throws TargetException when it cannot be stored; nothing of it is left then
   */
  public static Path store(JmhResult result, Path runs) throws TargetException {
    try {
      ResultFolder folder = ResultFolder.create(runs, "jmh", result.id(), result.measuredAt());
      try {
        folder.result(ResultJson.write(result));
      } catch (IOException e) {
        Files.deleteIfExists(folder.path());
        throw e;
      }
      return folder.path();
    } catch (IOException | UncheckedIOException e) {
      throw new TargetException("the result cannot be stored: " + e.getMessage(), e);
    }
  }
}
