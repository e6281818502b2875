package io.github.bmt4j.load.server;

import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.report.Lines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code server.csv} of a run: values are written as they are read, so that they are kept whatever
 * happens. Used by many threads.
 */
final class SeriesFile implements AutoCloseable {
  private static final String NAME = "server.csv";

  private final PrintWriter csv;
  private @Nullable String failure;

  /**
   * @param folder of the result
   */
  SeriesFile(Path folder) {
    this.csv = new PrintWriter(open(folder.resolve(NAME)), true);
    csv.println("from_s,to_s,server,figure,unit,value");
  }

  private Writer open(Path file) {
    try {
      return Files.newBufferedWriter(file);
    } catch (IOException e) {
      failure = ResultFolder.words(e);
      return Writer.nullWriter();
    }
  }

  /** Writes a value; commas and quotes in words become underscores. */
  synchronized void line(
      double from, double to, String server, String figure, String unit, double value) {
    csv.println(
        Lines.words("%.3f,%.3f,%s,%s,%s,", from, to, word(server), word(figure), unit) + value);
  }

  private static String word(String text) {
    return text.replaceAll("[,\"\\s]", "_");
  }

  /** A note if not every value was written. */
  Optional<String> problem() {
    return failure == null && !csv.checkError()
        ? Optional.empty()
        : Optional.of(NAME + " could not be written" + (failure == null ? "" : ": " + failure));
  }

  @Override
  public synchronized void close() {
    csv.close();
  }
}
