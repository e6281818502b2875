package io.github.bmt4j.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Conditions;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.compare.Ranking;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Grid;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stored results as one page for a browser. The page has its style, its script and its data in
 * itself and makes no request. All data is JSON in one element, which the script only ever shows as
 * text.
 */
public final class HtmlReport {
  /** Of the version that the pom names. */
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/";

  private static final int COLUMNS = 100;

  private HtmlReport() {}

  /** The page of one part, which needs no title. */
  public static String of(List<Side> sides, Consumer<String> problems) {
    return of("", "", List.of(new Part("", sides, null)), problems);
  }

  /**
   * The page.
   *
   * @param title of several parts together
   * @param summary of several parts, as text; may be empty
   * @param problems gets a line for what is left out
   */
  public static String of(
      String title, String summary, List<Part> parts, Consumer<String> problems) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("title", title);
    data.put("summary", summary);
    data.put("parts", parts.stream().map(part -> data(part, problems)).toList());
    String page = resource("report.html");
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("licence", resource(UPLOT + "LICENSE"));
    texts.put("style", resource(UPLOT + "dist/uPlot.min.css") + resource("report.css"));
    texts.put("uplot", resource(UPLOT + "dist/uPlot.iife.min.js"));
    texts.put("script", resource("report.js"));
    texts.put("data", escaped(ResultJson.write(data)));
    for (Map.Entry<String, String> text : texts.entrySet()) {
      page = page.replace("{{" + text.getKey() + "}}", text.getValue());
    }
    return page;
  }

  /** JSON that no parser of HTML takes for anything but text. */
  static String escaped(String json) {
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }

  /** What a part shows. */
  static Map<String, Object> data(Part part, Consumer<String> problems) {
    List<Side> sides = part.sides();
    List<Shown> shown = shown(sides);
    List<Chart> charts = new ArrayList<>(Charts.of(shown, part.published()));
    List<Grid> grids = new ArrayList<>();
    List<Timeline> timelines = new ArrayList<>();
    for (Shown one : shown) {
      one.description().omitted().forEach(problems);
      one.description().all(Grid.class).stream()
          .map(grid -> new Grid(one.label(grid.title()), grid.columns(), grid.rows(), grid.bars()))
          .forEach(grids::add);
      timelines.addAll(ClusterCharts.timelines(one));
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("title", part.title());
    data.put("results", shown.stream().map(HtmlReport::result).toList());
    data.put("figures", figures(sides));
    if (sides.size() > 1) {
      compare(sides, data);
    }
    data.put("charts", charts);
    data.put("timelines", timelines);
    data.put("grids", grids);
    if (part.published() != null) {
      data.put("source", part.published().source());
      data.put("published", PublishedFigures.table(part.published(), sides));
    }
    data.put("sides", sides.stream().map(Side::name).toList());
    data.put("conditions", conditions(sides));
    return data;
  }

  private static List<Shown> shown(List<Side> sides) {
    List<Shown> shown = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      int number = 0;
      for (Stored stored : sides.get(side).results()) {
        shown.add(new Shown(side, ++number, sides, stored));
      }
    }
    return shown;
  }

  private static Map<String, Object> result(Shown shown) {
    Result result = shown.stored().result();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", shown.name());
    row.put("id", result.id());
    row.put("kind", result.kind());
    row.put("title", shown.stored().title());
    row.put("began", shown.stored().began());
    row.put("status", result.verdict().status());
    row.put("reasons", result.verdict().reasons());
    row.put("failed", result.failedChecks());
    row.put("notes", result.warnings());
    row.put("text", shown.stored().text(COLUMNS));
    return row;
  }

  /** Each other side with A; without differences where the figures mean different things. */
  private static void compare(List<Side> sides, Map<String, Object> data) {
    List<Comparison> all =
        sides.stream()
            .skip(1)
            .map(side -> Comparison.of(sides.get(0), side, sides.size() - 1))
            .toList();
    List<String> obstacles =
        all.stream().flatMap(one -> one.obstacles().stream()).distinct().toList();
    data.put("obstacles", obstacles);
    if (obstacles.isEmpty() && all.stream().noneMatch(one -> one.rows().isEmpty())) {
      data.put("comparisons", all.stream().map(HtmlReport::compared).toList());
      if (all.size() > 1) {
        data.put("ranking", Ranking.of(all));
      }
    }
  }

  private static Map<String, Object> compared(Comparison comparison) {
    String a = comparison.sides().get(0).name();
    String b = comparison.sides().get(1).name();
    return Map.of(
        "order",
        comparison.order(),
        "table",
        Grid.ofWords(
            b + " compared with " + a,
            List.of("figure", a, b, "change", "95 % interval", "p", "n", "shows from", "verdict"),
            comparison.rows().stream().map(Row::cells).toList()));
  }

  /** Each figure on each side. */
  private static Grid figures(List<Side> sides) {
    List<Map<String, String>> all = sides.stream().map(Comparison::amounts).toList();
    Set<String> names =
        all.stream()
            .flatMap(one -> one.keySet().stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return Grid.ofWords(
        "Figures",
        sides.size() == 1
            ? List.of("figure", "value")
            : Stream.concat(Stream.of("figure"), sides.stream().map(Side::name)).toList(),
        names.stream()
            .map(
                name ->
                    Stream.concat(
                            Stream.of(name), all.stream().map(one -> one.getOrDefault(name, "-")))
                        .toList())
            .toList());
  }

  /** Every condition with its values, and whether it differs in a way that matters. */
  private static List<Map<String, Object>> conditions(List<Side> sides) {
    List<List<Result>> results =
        sides.stream().map(side -> side.results().stream().map(Stored::result).toList()).toList();
    Set<String> differing =
        Conditions.differing(results).stream()
            .map(Conditions.Differing::key)
            .collect(Collectors.toSet());
    return Conditions.all(results).stream()
        .map(
            one -> {
              Map<String, Object> row = new LinkedHashMap<>();
              row.put("key", one.key().substring(1).replace('/', '.'));
              row.put("values", one.values());
              row.put("differs", differing.contains(one.key()));
              return row;
            })
        .toList();
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("missing: " + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A part of a page.
   *
   * @param title where the page has several parts
   * @param sides what is held against each other; one for a plain report
   * @param published what others published of the same; shown next to the results
   */
  public record Part(String title, List<Side> sides, @Nullable Published published) {}
}
