package io.github.bmt4j.experiment;

import static io.github.bmt4j.report.Lines.counted;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.report.Description;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stored results in a folder.
 *
 * @param results {@code --runs-dir}
 */
public record RunStore(Path results) {
  /** The most recent result, or one that is older by a number of results. */
  private static final Pattern LATEST = Pattern.compile("latest(?:~(\\d{1,9}))?");

  private static final Pattern TIME =
      Pattern.compile("^(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)\\d\\dZ-.*");

  /**
   * A stored result.
   *
   * @param folder folder of the result
   */
  public record Stored(Path folder, Result result, Given given) {
    /** The label with the number of earlier results of this cell that client pauses spoilt. */
    public static final String DISCARDED = "discarded";

    public Map<String, String> labels() {
      return given.labels();
    }

    /** True if figures mean different things where this key of its conditions differs. */
    public boolean isWork(String key) {
      return ResultKind.of(result).isWork(key);
    }

    /** Workload and server in one line. */
    public String title() {
      return ResultKind.of(result).description(result, null).setup().title();
    }

    /** The result for people, with charts of the folder's files. */
    public Description description() {
      return ResultKind.of(result).description(result, folder);
    }

    /** The figures by which it is compared, the main one first. */
    public List<Figure> figures() {
      List<Figure> own = ResultKind.of(result).figures(result);
      return Price.of(labels().getOrDefault(Price.LABEL, ""))
          .map(price -> price.with(own))
          .orElse(own);
    }

    /** What the owner of its settings changes to have those of another result, in words. */
    public List<String> changes(Stored other) {
      return ResultKind.of(result).changed(result, other.result);
    }

    /** Its place in a matrix of settings by faults; absent for kinds without one. */
    public @Nullable MatrixEntry matrixEntry() {
      return ResultKind.of(result).entry(result);
    }

    /** Start in UTC, from the folder's name; the whole name if the folder was renamed. */
    public String began() {
      String name = folder.getFileName().toString();
      Matcher time = TIME.matcher(name);
      return time.find() ? time.replaceFirst("$1-$2-$3 $4:$5") : name;
    }

    /** Number of earlier results of the same cell of a series that client pauses spoilt. */
    public int discarded() {
      String number = labels().getOrDefault(DISCARDED, "");
      return number.matches("\\d{1,6}") ? Integer.parseInt(number) : 0;
    }

    /** Its labels as words, {@code key=value}. */
    public List<String> labelWords() {
      return labels().entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()).toList();
    }

    public String text(int columns) {
      return ResultKind.of(result).text(result, columns)
          + (labels().isEmpty() ? "" : "labels   " + String.join(" ", labelWords()) + "\n");
    }
  }

  public static List<String> kinds() {
    return ResultKind.all().map(ResultKind::name).sorted().toList();
  }

  /**
   * Reads a stored result.
   *
   * @param run a folder or its {@code result.json}; or, in {@link #results}, an id or its
   *     beginning, {@code latest}, or {@code latest~1} for the result before that
   * @throws BadInputException when there is none, several match, or it cannot be read
   */
  public Stored read(String run) {
    return stored(folder(run));
  }

  /**
   * The most recent results, the oldest of them first; unreadable results are left out.
   *
   * @param most largest number of results
   * @param problems receives a line for each folder that was left out
   */
  public List<Stored> recent(int most, Consumer<String> problems) {
    List<Path> all = folders();
    List<Stored> recent = new ArrayList<>();
    each(all.subList(Math.max(0, all.size() - most), all.size()), recent::add, problems);
    return recent;
  }

  /** Passes on every result, one at a time, the oldest first; unreadable results are left out. */
  public void each(Consumer<Stored> results) {
    each(folders(), results, problem -> {});
  }

  private static void each(
      List<Path> folders, Consumer<Stored> results, Consumer<String> problems) {
    for (Path folder : folders) {
      Stored stored;
      try {
        stored = stored(folder);
      } catch (BadInputException e) {
        problems.accept(String.valueOf(e.getMessage()));
        continue;
      }
      results.accept(stored);
    }
  }

  private static Stored stored(Path folder) {
    Path file = folder.resolve(ResultFolder.FILE);
    try {
      return ResultJson.stored(folder, Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new BadInputException(file + " cannot be read: " + ResultJson.reason(e));
    } catch (IOException e) {
      throw new BadInputException(file + " cannot be read: " + ResultFolder.words(e));
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
    Matcher latest = LATEST.matcher(run);
    if (latest.matches()) {
      int older = latest.group(1) == null ? 0 : Integer.parseInt(latest.group(1));
      BadInputException.check(
          older < all.size(),
          (all.isEmpty() ? "no result" : "only " + counted(all.size(), "result"))
              + " stored in "
              + results);
      return all.get(all.size() - 1 - older);
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

  /** Returns true if figures mean different things where this key of a scenario differs. */
  public static boolean isWork(Record scenario, String key) {
    return ResultKind.of(scenario).isWork(key);
  }

  /**
   * Figures of several results of one kind together, by name, if they say more than the medians of
   * the results.
   */
  public static Map<String, Double> pooled(List<Stored> results) {
    return results.stream().map(one -> one.result().kind()).distinct().count() == 1
        ? ResultKind.of(results.get(0).result()).pooled(results)
        : Map.of();
  }

  /** Folders of results, the oldest first: their names begin with the time. */
  private List<Path> folders() {
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve(ResultFolder.FILE)))
          .sorted(
              Comparator.comparing(RunStore::second)
                  .thenComparing(RunStore::startedAt)
                  .thenComparing(folder -> folder.getFileName().toString()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String second(Path folder) {
    String name = folder.getFileName().toString();
    return TIME.matcher(name).find() ? name.substring(0, name.indexOf('-')) : name;
  }

  /** The start of a result as text that sorts by time; empty where it cannot be read. */
  private static String startedAt(Path folder) {
    try {
      String json = Files.readString(folder.resolve(ResultFolder.FILE));
      return ResultJson.read(json, JsonNode.class).path("startedAt").asText().replace("Z", "");
    } catch (IOException e) {
      return "";
    }
  }

  private static String id(Path folder) {
    String name = folder.getFileName().toString();
    return name.substring(name.lastIndexOf('-') + 1);
  }
}
