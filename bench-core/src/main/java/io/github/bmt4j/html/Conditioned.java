package io.github.bmt4j.html;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Conditions;
import io.github.bmt4j.compare.Conditions.Differing;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.html.Piece.Folded;
import io.github.bmt4j.html.Piece.Heading;
import io.github.bmt4j.html.Piece.Settings;
import io.github.bmt4j.html.Piece.Text;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Conditions of measurements: the work, and the differences between sides. */
final class Conditioned {
  /** Differences that are shown at once. */
  private static final int SHOWN = 3;

  private static final long MEBI = 1 << 20;

  /** Frequent causes of a difference in speed, the most likely first. */
  private static final List<Pattern> FIRST =
      Stream.of(
              "/environment/data/.*",
              "/environment/server/(product|version)|/environment/driver/(name|version)",
              ".*/(innodb_buffer_pool_size|innodb_flush_log_at_trx_commit|sync_binlog|log_bin"
                  + "|innodb_flush_method|innodb_doublewrite|innodb_redo_log_capacity"
                  + "|innodb_log_file_size|innodb_io_capacity|query_cache_type)",
              "/scenario/(.*/)?(load/threads|ha|settings/.*|client/.*|target)",
              "/environment/server/variables/.*",
              ".*")
          .map(Pattern::compile)
          .toList();

  /** The group that is unknown if bmt does not know the tables. */
  private static final String DATA = "data";

  private static final Map<String, Pattern> GROUPS =
      Map.of(
          "server version",
          Pattern.compile("/environment/server/(product|version)"),
          "server settings",
          Pattern.compile("/environment/server/variables/.*"),
          "driver",
          Pattern.compile("/environment/driver/(name|version|statements)"),
          "JVM",
          Pattern.compile("/environment/jvm"),
          "machine",
          Pattern.compile("/environment/(os|cpu)(/.*)?"),
          "load",
          Pattern.compile("/scenario/(.*/)?(load/(threads|loop|rate)|parameters/.*|workload)"),
          DATA,
          Pattern.compile("/scenario/(.*/)?parameters/.*|/environment/data/.*"));

  private Conditioned() {}

  /** One line on the work: title, load, data and day, as far as all results share them. */
  static String what(List<Shown> shown) {
    List<String> words = new ArrayList<>();
    List<String> titles = shown.stream().map(one -> one.stored().title()).distinct().toList();
    words.add(
        titles.size() > SHOWN
            ? counted(titles.size(), "kind") + " of loads"
            : String.join(" | ", titles));
    for (String label : List.of("load", "data", "fault")) {
      List<String> texts = shown.stream().map(one -> text(one, label)).distinct().toList();
      if (texts.size() == 1 && !texts.get(0).isEmpty()) {
        words.add(texts.get(0));
      }
    }
    words.add(shown.get(0).stored().began().replaceFirst(" .*", ""));
    return String.join(" · ", words);
  }

  private static String text(Shown one, String label) {
    Fact fact = PartPage.fact(one, label);
    return fact == null ? "" : fact.text().strip().replaceAll(", seed \\d+", "");
  }

  /** Adds differences between sides: the most likely causes at once, the others on demand. */
  static void add(List<Object> pieces, List<Side> sides) {
    List<Differing> differing =
        Conditions.differing(sides).stream()
            .sorted(Comparator.comparingInt(Conditioned::rank))
            .toList();
    Set<String> said = differing.stream().map(Conditioned::name).collect(Collectors.toSet());
    List<Differing> rows =
        differing.stream()
            .filter(one -> !one.key().contains("/serverOptions/") || !isSaid(one, said))
            .toList();
    pieces.add(new Heading("What differs"));
    if (rows.isEmpty()) {
      pieces.add(
          new Text("Nothing in what results store: scenario, server, driver, JVM, machine.", ""));
      return;
    }
    pieces.add(grid("What differs", sides, rows.subList(0, Math.min(SHOWN, rows.size()))));
    if (rows.size() > SHOWN) {
      pieces.add(
          new Folded(
              counted(rows.size() - SHOWN, "more difference"),
              List.of(grid("More differences", sides, rows.subList(SHOWN, rows.size())))));
    }
    List<String> changes = Conditions.changes(sides);
    if (!changes.isEmpty()) {
      pieces.add(
          new Text(
              "To have the settings of " + sides.get(1).name() + ": " + String.join("; ", changes),
              ""));
    }
    boolean known =
        sides.stream()
            .flatMap(side -> side.results().stream())
            .allMatch(one -> ResultJson.tree(one.result()).path("environment").has("data"));
    String same =
        GROUPS.entrySet().stream()
            .filter(group -> known || !group.getKey().equals(DATA))
            .filter(group -> differing.stream().noneMatch(one -> is(one, group.getValue())))
            .map(Map.Entry::getKey)
            .sorted()
            .collect(Collectors.joining(", "));
    if (!same.isEmpty()) {
      pieces.add(new Text("The same on all sides: " + same + ".", "dim"));
    }
  }

  private static boolean is(Differing one, Pattern group) {
    return group.matcher(one.key()).matches();
  }

  private static boolean isSaid(Differing option, Set<String> said) {
    return option.values().stream()
        .flatMap(value -> Stream.of(value.split(", ")))
        .map(value -> value.replaceFirst("=.*", "").replace('-', '_').replaceFirst("^_+", ""))
        .allMatch(name -> name.isEmpty() || said.contains(name));
  }

  private static int rank(Differing one) {
    int rank = 0;
    while (!is(one, FIRST.get(rank))) {
      rank++;
    }
    return rank;
  }

  private static String name(Differing one) {
    return one.name()
        .replaceFirst("^environment\\.server\\.variables\\.", "")
        .replaceFirst("^(scenario|environment)\\.", "");
  }

  private static Settings grid(String title, List<Side> sides, List<Differing> rows) {
    return new Settings(
        title,
        line("setting", sides.stream().map(Side::name)),
        rows.stream()
            .map(
                one -> line(name(one), one.values().stream().map(value -> value(one.key(), value))))
            .toList(),
        rows.stream().map(one -> false).toList());
  }

  private static List<String> line(String first, Stream<String> cells) {
    return Stream.concat(Stream.of(first), cells).toList();
  }

  private static String value(String key, String value) {
    boolean size = key.matches(".*(_size|_capacity|Bytes)") && value.matches("\\d{7,18}");
    return size && Long.parseLong(value) >= MEBI ? Numbers.bytes(Long.parseLong(value)) : value;
  }

  /** Every condition, those that differ first. */
  static Folded all(List<Side> sides, int results) {
    Set<String> differing =
        Conditions.differing(sides).stream().map(Differing::key).collect(Collectors.toSet());
    List<Differing> rows =
        Conditions.all(sides).stream()
            .sorted(Comparator.comparing(one -> !differing.contains(one.key())))
            .toList();
    Object number = differing.isEmpty() ? "none" : differing.size();
    String title =
        "Environment and settings"
            + (results == 1 ? "" : ": " + number + " of " + rows.size() + " differ");
    Stream<String> names = results == 1 ? Stream.of("value") : sides.stream().map(Side::name);
    return new Folded(
        title,
        List.of(
            new Settings(
                title,
                line("setting", names),
                rows.stream().map(one -> line(one.name(), one.values().stream())).toList(),
                rows.stream().map(one -> differing.contains(one.key())).toList())));
  }
}
