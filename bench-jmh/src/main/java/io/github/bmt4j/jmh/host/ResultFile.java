package io.github.bmt4j.jmh.host;

import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * The file of results that {@code -rf} and {@code -rff} ask for, in JMH's own formats.
 *
 * @param path absent when no file was asked for
 */
record ResultFile(@Nullable Path path, ResultFormatType format) {
  /**
   * The file that the options ask for; it exists from then on.
   *
   * @throws BadInputException when it cannot be written
   */
  static ResultFile of(CommandLineOptions wanted) {
    ResultFormatType format = wanted.getResultFormat().orElse(Defaults.RESULT_FORMAT);
    if (!wanted.getResult().hasValue() && !wanted.getResultFormat().hasValue()) {
      return new ResultFile(null, format);
    }
    String name =
        wanted
            .getResult()
            .orElse(Defaults.RESULT_FILE_PREFIX + "." + format.name().toLowerCase(Locale.ROOT));
    Path path = Path.of(name).toAbsolutePath();
    try {
      Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
    } catch (IOException e) {
      throw new BadInputException("-rff " + name + ": this file cannot be written");
    }
    return new ResultFile(path, format);
  }

  /**
   * Writes what was measured and, next to a file in JSON, on what.
   *
   * @throws UncheckedIOException when that fails
   */
  void write(Collection<RunResult> results, Circumstances circumstances) {
    if (path == null) {
      return;
    }
    Path unfinished = path.resolveSibling(path.getFileName() + ".part");
    ResultFormatFactory.getInstance(format, unfinished.toString()).writeOut(results);
    try {
      if (format == ResultFormatType.JSON) {
        Files.writeString(Circumstances.beside(path), ResultJson.write(circumstances) + "\n");
      }
      Files.move(unfinished, path, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
