package io.github.bmt4j.jmhfile;

import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jmhfile.JmhResult.Benchmark;
import io.github.bmt4j.report.Numbers;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result file of JMH ({@code -rf json}), with the file next to it.
 *
 * @param name of the file
 * @param measuredAt when it was last written
 * @param servers what the benchmarks ran on; nothing when no file says it
 * @param problems why the file is not whole, as the command that ran the benchmarks reports
 */
public record JmhFile(
    String name,
    Instant measuredAt,
    List<Benchmark> benchmarks,
    @Nullable List<Environment> servers,
    List<String> problems) {
  private static final String JSON = ".json";

  /** More than any result has: a thousand forks with all their samples stay below. */
  private static final long MOST_BYTES = 512L << 20;

  /**
   * Reads the file.
   *
   * @throws BadInputException when it is not there or something else
   */
  static JmhFile read(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new BadInputException(file + " is a folder: name JMH's result file");
      }
      if (!Files.exists(file)) {
        throw new BadInputException(
            file + " is not there: name the file that JMH wrote with -rf json -rff <file>");
      }
      if (!Files.isRegularFile(file)) {
        throw new BadInputException(file + " is no ordinary file: name JMH's result file");
      }
      Instant measuredAt = Files.getLastModifiedTime(file).toInstant();
      List<Benchmark> benchmarks = BenchmarkReader.read(file.toString(), text(file));
      JmhCircumstances circumstances = circumstances(beside(file));
      return circumstances == null
          ? new JmhFile(name(file), measuredAt, benchmarks, null, List.of())
          : new JmhFile(
              name(file),
              measuredAt,
              benchmarks,
              circumstances.servers().stream().map(JmhFile::withoutPassword).toList(),
              circumstances.problems());
    } catch (IOException e) {
      throw new BadInputException(file + " cannot be read: " + e.getMessage());
    }
  }

  /** File with the environment of the benchmarks of a result file. */
  public static Path beside(Path file) {
    String name = name(file);
    String stem = name.endsWith(JSON) ? name.substring(0, name.length() - JSON.length()) : name;
    return file.resolveSibling(stem + ".environment.json");
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static String text(Path file) throws IOException {
    if (Files.size(file) > MOST_BYTES) {
      throw new BadInputException(
          words("%s is no result of JMH: it has %s", file, Numbers.bytes(Files.size(file))));
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw BenchmarkReader.notJson(file.toString());
    }
  }

  private static @Nullable JmhCircumstances circumstances(Path file) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    try {
      return ResultJson.readWhole(text(file), JmhCircumstances.class);
    } catch (JsonProcessingException e) {
      throw new BadInputException(
          file
              + " does not say what the benchmarks ran on ("
              + e.getOriginalMessage()
              + "): mend it or move it away");
    }
  }

  private static Environment withoutPassword(Environment environment) {
    Environment.Driver driver = environment.driver();
    return new Environment(
        environment.server(),
        new Environment.Driver(
            driver.name(), driver.version(), JdbcUrl.redacted(driver.url()), driver.statements()),
        environment.tls(),
        environment.jvm(),
        environment.os(),
        environment.cpu(),
        environment.session());
  }
}
