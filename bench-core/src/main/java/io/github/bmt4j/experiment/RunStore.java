package io.github.bmt4j.experiment;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The stored results in a folder.
 *
 * @param results {@code --runs-dir}
 */
public record RunStore(Path results) {
  private static final String LATEST = "latest";

  /**
   * A stored result.
   *
   * @param folder where it is stored
   */
  public record Stored(Path folder, Result result) {
    /** The whole result as text. */
    String text(int columns) {
      return ResultKinds.of(result).text(result, columns);
    }
  }

  /**
   * Reads a stored result.
   *
   * @param run a folder or its {@code result.json}; or, in {@link #results}, an id or its
   *     beginning, or {@code latest}
   * @throws BadInputException when there is none, several begin so, or it cannot be read
   */
  public Stored read(String run) {
    Path folder = folder(run);
    Path file = folder.resolve(ResultFolder.FILE);
    try {
      return new Stored(folder, ResultJson.read(Files.readString(file)));
    } catch (IOException e) {
      throw new BadInputException(file + " cannot be read: " + firstLine(ResultFolder.words(e)));
    }
  }

  private Path folder(String run) {
    Path named = Path.of(run);
    if (Files.isRegularFile(named.resolve(ResultFolder.FILE))) {
      return named;
    }
    if (Files.isRegularFile(named) && named.endsWith(ResultFolder.FILE)) {
      return named.toAbsolutePath().resolveSibling("");
    }
    List<Path> all = folders();
    if (run.equals(LATEST)) {
      if (all.isEmpty()) {
        throw new BadInputException("no result is stored in " + results);
      }
      return all.get(all.size() - 1);
    }
    List<Path> found = all.stream().filter(folder -> id(folder).startsWith(run)).toList();
    if (found.size() != 1 || run.isEmpty()) {
      throw new BadInputException(
          found.isEmpty()
              ? "no result " + run + " in " + results + ": give a folder, an id or latest"
              : found.size() + " results in " + results + " begin with '" + run + "': give more");
    }
    return found.get(0);
  }

  /** Folders of results, the oldest first: their names begin with the time. */
  private List<Path> folders() {
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve(ResultFolder.FILE)))
          .sorted(Comparator.comparing(folder -> folder.getFileName().toString()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String id(Path folder) {
    String name = folder.getFileName().toString();
    return name.substring(name.lastIndexOf('-') + 1);
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse(text);
  }
}
