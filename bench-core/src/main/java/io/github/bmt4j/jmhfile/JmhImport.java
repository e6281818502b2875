package io.github.bmt4j.jmhfile;

import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.report.Numbers;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a stored run of a result file of JMH, and of the file next to it. */
public final class JmhImport {
  /** More than any result has: a thousand forks with all their samples stay below. */
  private static final long MOST_BYTES = 512L << 20;

  private JmhImport() {}

  /**
   * Reads and judges the file.
   *
   * @throws BadInputException when it is not there, or not JMH's
   */
  public static JmhResult read(Path file, Clock clock) {
    if (!Files.isRegularFile(file)) {
      throw new BadInputException(
          file + " is no file: name the one that JMH wrote with -rf json -rff <file>");
    }
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new BadInputException(
            words("%s is no result of JMH: it has %s", file, Numbers.bytes(Files.size(file))));
      }
      List<JmhBenchmark> benchmarks = JmhBenchmark.read(file.toString(), Files.readString(file));
      JmhCircumstances at = circumstances(JmhCircumstances.beside(file));
      List<Environment> servers =
          at == null ? null : at.servers().stream().map(JmhImport::withoutPassword).toList();
      return new JmhResult(
          Runner.newId(),
          clock.now(),
          Files.getLastModifiedTime(file).toInstant(),
          String.valueOf(file.getFileName()),
          JmhJudgement.judge(benchmarks, at == null ? List.of() : at.problems()),
          JmhJudgement.warnings(benchmarks, servers),
          servers,
          benchmarks);
    } catch (CharacterCodingException e) {
      throw JmhBenchmark.notJson(file.toString());
    } catch (IOException e) {
      throw new BadInputException(file + " cannot be read: " + e.getMessage());
    }
  }

  private static @Nullable JmhCircumstances circumstances(Path file) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    try {
      return ResultJson.read(Files.readString(file), JmhCircumstances.class);
    } catch (JsonProcessingException e) {
      throw new BadInputException(
          file
              + " does not say what the benchmarks ran on ("
              + e.getOriginalMessage()
              + "): mend it or move it away");
    }
  }

  private static Environment withoutPassword(Environment at) {
    Environment.Driver driver = at.driver();
    return new Environment(
        at.server(),
        new Environment.Driver(
            driver.name(), driver.version(), JdbcUrl.redacted(driver.url()), driver.statements()),
        at.tls(),
        at.jvm(),
        at.os(),
        at.cpu(),
        at.session(),
        at.data());
  }

  /**
   * Stores the result.
   *
   * @param results folder that gets a folder of this result
   */
  public static Runner.Outcome<JmhResult> store(
      JmhResult result, Path results, Map<String, String> labels) {
    Head head = new Head(result.id(), result.measuredAt());
    return ResultFolder.create(results, JmhResult.KIND, head, new Given(labels, List.of()))
        .store(result);
  }
}
