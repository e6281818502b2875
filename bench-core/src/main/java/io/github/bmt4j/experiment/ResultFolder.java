package io.github.bmt4j.experiment;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.report.Reason.Code;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The folder of one result among all results, {@code <utc>-<name>-<id>}, with its {@code
 * result.json}.
 */
public record ResultFolder(Path path, Given given) {
  static final String FILE = "result.json";

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * Creates the folder, with its parents.
   *
   * @throws BadInputException when it cannot be created
   */
  public static ResultFolder create(Path runs, String name, Head head, Given given) {
    Path path = runs.resolve(nameOf(name, head)).toAbsolutePath().normalize();
    try {
      return new ResultFolder(Files.createDirectories(path), given);
    } catch (IOException e) {
      throw new BadInputException("results cannot be stored in " + runs + ": " + words(e));
    }
  }

  /**
   * The folder of a part that is a result of its own. If it cannot be created, storing into it
   * fails.
   */
  public ResultFolder part(String name, Head head) {
    Path inside = path.resolve(nameOf(name, head));
    try {
      Files.createDirectories(inside);
    } catch (IOException e) {
      // Storing into it will fail with the same cause.
    }
    return new ResultFolder(inside, given);
  }

  private static String nameOf(String name, Head head) {
    return UTC.format(head.startedAt()) + "-" + name + "-" + head.id();
  }

  /** Stores the result; if that fails, returns it as INVALID, with the reason. */
  public <R extends Result> Runner.Outcome<R> store(R result) {
    try {
      write(result);
      return new Runner.Outcome<>(result, given, path);
    } catch (IOException e) {
      return new Runner.Outcome<>(
          Result.invalid(result, Code.NOT_STORED.of("the result could not be stored: " + words(e))),
          given,
          null);
    }
  }

  private void write(Result result) throws IOException {
    Path unfinished = path.resolve(FILE + ".part");
    try {
      Files.writeString(unfinished, ResultJson.write(result, given) + "\n");
      Files.move(unfinished, path.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(unfinished);
      throw e;
    }
  }

  /** Deletes the folder with its files, unless it has a result. */
  public void discard() {
    if (Files.exists(path.resolve(FILE))) {
      return;
    }
    try {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
      Files.delete(path);
    } catch (IOException e) {
      // A folder that is left does no harm.
    }
  }

  /** Cause of a failure, in words: messages of the file system are often no more than a path. */
  public static String words(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    String kind = failure.getClass().getSimpleName().replaceAll("Exception$", "");
    String inWords = kind.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    return kind.equals("IO") || kind.equals("FileSystem") ? message : inWords + ": " + message;
  }
}
