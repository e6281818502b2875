package io.github.bmt4j.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The folder of one run among all runs, {@code <utc>-<name>-<id>}, with its {@code result.json}.
 */
public final class ResultFolder {
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path path;

  private ResultFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes the folder, with its parents.
   *
   * @throws UncheckedIOException when that cannot be done
   */
  public static ResultFolder create(Path runs, String name, String id, Instant at) {
    Path path = runs.resolve(UTC.format(at) + "-" + name + "-" + id).toAbsolutePath().normalize();
    try {
      return new ResultFolder(Files.createDirectories(path));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + runs, e);
    }
  }

  public Path path() {
    return path;
  }

  /** Writes the result, in full or not at all. */
  public void result(String json) throws IOException {
    Path unfinished = path.resolve("result.json.part");
    try {
      Files.writeString(unfinished, json + "\n");
      Files.move(unfinished, path.resolve("result.json"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(unfinished);
      throw e;
    }
  }
}
