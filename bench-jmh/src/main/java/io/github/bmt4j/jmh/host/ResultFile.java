package io.github.bmt4j.jmh.host;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;

/**
 * The file of results that {@code -rf} and {@code -rff} ask for, in JMH's own formats.
 *
 * @param path absent when no file was asked for
 */
record ResultFile(@Nullable Path path, ResultFormatType format) {
  /**
   * The one that a command line wants.
   *
   * @throws BadInputException when it cannot be written; it is there, empty, otherwise
   */
  static ResultFile of(Words words) {
    ResultFormatType format = words.format();
    if (format == null) {
      return new ResultFile(null, ResultFormatType.CSV);
    }
    String name =
        words.file() == null
            ? Defaults.RESULT_FILE_PREFIX + "." + format.name().toLowerCase(Locale.ROOT)
            : words.file();
    Path path = Path.of(name);
    try {
      Files.writeString(path, "");
    } catch (IOException e) {
      throw new BadInputException("-rff " + name + ": this file cannot be written");
    }
    return new ResultFile(path, format);
  }

  /** Writes what was measured. */
  void write(Collection<RunResult> results) {
    if (path != null) {
      ResultFormatFactory.getInstance(format, path.toString()).writeOut(results);
    }
  }

  /** The same, as the last thing before the JVM ends. */
  void writeAtEnd(Collection<RunResult> results) {
    try {
      write(results);
    } catch (UncheckedIOException | IllegalStateException e) {
      // Nobody can be told any more.
    }
  }

  /** Where it was asked for. */
  Path required() {
    return Objects.requireNonNull(path);
  }
}
