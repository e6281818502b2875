package io.github.bmt4j.html;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.compare.Ranking;
import io.github.bmt4j.experiment.Price;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.html.Piece.Text;
import io.github.bmt4j.report.Grid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of a study: systems by scenarios, each value with its place. */
public final class StudyTable {
  /**
   * Number of scenarios from which on each has a line, because a page has no room for so many
   * columns.
   */
  public static final int MANY = 10;

  private static final Pattern RANK = Pattern.compile("rank (\\d+)");

  private StudyTable() {}

  /** The user's own servers by scenarios, with published ones below. */
  public static List<Object> of(List<Part> parts) {
    List<Map<String, String>> published =
        parts.stream().map(part -> others(part.published())).toList();
    List<String> head =
        Stream.concat(
                Stream.of(parts.size() < MANY ? "system" : "scenario"),
                parts.stream().map(Part::title))
            .toList();
    List<List<String>> lines =
        Stream.concat(
                Stream.concat(
                    Stream.of(head),
                    rows("your own, ", parts.stream().map(part -> places(part.sides())).toList())),
                rows("", published))
            .toList();
    if (parts.size() >= MANY) {
      List<List<String>> bySystem = lines;
      lines =
          IntStream.range(0, head.size())
              .mapToObj(i -> bySystem.stream().map(line -> line.get(i)).toList())
              .toList();
    }
    Grid grid =
        Grid.ofWords(
            "Systems by scenarios, with their places",
            lines.get(0),
            lines.subList(1, lines.size()));
    return published.stream().allMatch(Map::isEmpty)
        ? List.of(grid)
        : List.of(
            grid,
            new Text(
                "The other systems were measured by others, on other machines with other versions.",
                "dim"));
  }

  /**
   * A row for each system: its name, and its text in each column, or "-".
   *
   * @param columns texts by system
   */
  private static Stream<List<String>> rows(String before, List<Map<String, String>> columns) {
    return columns.stream()
        .flatMap(column -> column.keySet().stream())
        .distinct()
        .map(
            system ->
                Stream.concat(
                        Stream.of(before + system),
                        columns.stream().map(column -> column.getOrDefault(system, "-")))
                    .toList());
  }

  /** The main figure of each side as comparisons have it, with its place if it has one. */
  private static Map<String, String> places(List<Side> sides) {
    List<Comparison> comparisons = Comparison.withFirst(sides);
    Map<String, String> texts = new LinkedHashMap<>();
    if (!comparisons.isEmpty()
        && Comparison.obstacles(comparisons).isEmpty()
        && comparisons.stream().noneMatch(one -> one.rows().isEmpty())) {
      sides.forEach(side -> texts.put(side.name(), "-"));
      for (Ranking.Place place : new Ranking(comparisons).places()) {
        texts.put(
            place.side().name(),
            place.amount()
                + (place.number() == 0 ? "" : words(" (%d.)", place.number()))
                + cost(place.side()));
      }
      return texts;
    }
    for (Side side : sides) {
      List<Stored> valid =
          side.results().stream()
              .filter(stored -> stored.result().verdict().texts().isEmpty())
              .toList();
      if (!valid.isEmpty()) {
        Comparison.values(new Side(side.name(), valid)).values().stream()
            .findFirst()
            .ifPresent(main -> texts.put(side.name(), main.amount()));
      }
    }
    return texts;
  }

  private static String cost(Side side) {
    return Comparison.values(side).values().stream()
        .filter(value -> Price.isCost(value.figure().name()))
        .findFirst()
        .map(value -> ", " + value.amount() + " a million")
        .orElse("");
  }

  private static Map<String, String> others(@Nullable Published published) {
    if (published == null || !published.head().containsAll(List.of("system", "unit", "value"))) {
      return Map.of();
    }
    int system = published.head().indexOf("system");
    int unit = published.head().indexOf("unit");
    int value = published.head().indexOf("value");
    int note = published.head().indexOf("note");
    Map<String, String> others = new LinkedHashMap<>();
    for (List<String> row : published.rows()) {
      String remark = note < 0 || note >= row.size() ? "" : row.get(note);
      Matcher rank = RANK.matcher(remark);
      others.putIfAbsent(
          row.get(system),
          row.get(value).isEmpty()
              ? remark
              : row.get(value)
                  + " "
                  + row.get(unit)
                  + (rank.find() ? words(" (%s.)", rank.group(1)) : ""));
    }
    return others;
  }
}
