package io.github.bmt4j.cli.series;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.SideNames;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that choose the stored results to compare, and their sides. */
public final class SidesOptions {
  /** Sides without another name have letters as names. */
  private static final int MOST = 26;

  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "<runs>",
      description =
          "A, B and more: each a folder, an id or its beginning, latest or latest~1, or"
              + " several of them separated by commas")
  List<String> named = new ArrayList<>();

  @Option(
      names = "--by",
      paramLabel = "<key>[=<A>,<B>…]",
      description =
          "make each value of this label a side, in order of time, or only those listed"
              + " after '='; uses the given runs, or all stored ones")
  @Nullable String by;

  @Option(
      names = "--label",
      paramLabel = "<key>=<value>",
      description = "with --by: results with this label only; may be repeated")
  List<String> labels = new ArrayList<>();

  @Option(
      names = "--series",
      paramLabel = "<id>",
      description = "take the sides of a series: its id, or latest")
  @Nullable String series;

  @Option(
      names = "--name",
      paramLabel = "<A>,<B>…",
      split = ",",
      description = "names of the sides, in this order")
  List<String> names = new ArrayList<>();

  @Mixin public RunsDirOption runsDir;

  /**
   * The sides.
   *
   * @param least smallest number of sides
   */
  public List<Side> read(Screen screen, int least) {
    if (series != null) {
      Checks.check(by == null && named.isEmpty(), "--series", " names the runs: give no others");
      labels = new ArrayList<>(labels);
      labels.add(
          SeriesOptions.SERIES + "=" + runsDir.latest("--series", SeriesOptions.SERIES, series));
      by = SeriesOptions.SIDE;
    }
    List<Side> sides = by == null ? given(least) : labelled(screen, by, least);
    Checks.check(
        sides.size() <= MOST, counted(sides.size(), "side") + ": give " + MOST + " at most");
    Set<Path> once = new HashSet<>();
    for (Side side : sides) {
      for (Stored stored : side.results()) {
        Checks.check(
            once.add(stored.folder().toAbsolutePath().normalize()),
            "result " + stored.result().id() + " is given twice: a run counts once");
      }
    }
    SeriesOptions.checkNames(names, sides.size());
    return names.isEmpty()
        ? sides
        : IntStream.range(0, sides.size())
            .mapToObj(i -> new Side(names.get(i), sides.get(i).results()))
            .toList();
  }

  /** Returns true if no option or argument names results. */
  public boolean namesNothing() {
    return named.isEmpty() && by == null && series == null;
  }

  private List<Side> given(int least) {
    Checks.check(labels.isEmpty(), "--label", " requires --by");
    Checks.check(
        named.size() >= least,
        least > 1
            ? "give two sides, A and B, or --by=<key> of a label that results have"
            : "give a run, such as latest, or --by=<key> of a label that results have");
    RunStore store = runsDir.store();
    return SideNames.of(
        named.stream().map(runs -> Stream.of(runs.split(",")).map(store::read).toList()).toList());
  }

  private List<Side> labelled(Screen screen, String key, int least) {
    String[] words = key.split("=", 2);
    Map<String, List<Stored>> groups = new LinkedHashMap<>();
    if (words.length == 2) {
      Stream.of(words[1].split(",")).forEach(value -> groups.put(value, new ArrayList<>()));
    }
    Set<Map.Entry<String, String>> wanted = StoreOptions.labels(labels).entrySet();
    for (Stored stored : results(screen)) {
      String value = stored.labels().get(words[0]);
      if (value == null
          || (words.length == 2 && !groups.containsKey(value))
          || !stored.labels().entrySet().containsAll(wanted)) {
        continue;
      }
      if (named.isEmpty() && !Series.isWhole(stored)) {
        screen.say("note     left out: " + stored.result().id() + ", was interrupted");
      } else {
        groups.computeIfAbsent(value, one -> new ArrayList<>()).add(stored);
      }
    }
    groups.values().removeIf(List::isEmpty);
    Checks.check(
        groups.size() >= least,
        "--by",
        "="
            + key
            + ": the results "
            + (named.isEmpty() ? "in " + runsDir.folder : "given")
            + " need "
            + (least > 1 ? "two values" : "a value")
            + " of it and have "
            + (groups.isEmpty() ? "none" : String.join(", ", groups.keySet())));
    List<String> found =
        groups.values().stream()
            .flatMap(List::stream)
            .map(stored -> stored.labels().get(SeriesOptions.SERIES))
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    Checks.check(
        !words[0].equals(SeriesOptions.SIDE) || found.size() < 2,
        "--by",
        "=side: these are sides of several series: add --label series=<id>, one of "
            + String.join(", ", found));
    return SideNames.of(groups);
  }

  private List<Stored> results(Screen screen) {
    RunStore store = runsDir.store();
    return named.isEmpty()
        ? store.recent(Integer.MAX_VALUE, problem -> screen.say("WARNING  " + problem))
        : named.stream().flatMap(runs -> Stream.of(runs.split(","))).map(store::read).toList();
  }
}
