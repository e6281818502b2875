package io.github.bmt4j.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.report.Tone;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stored results as one page for a browser. The page has its style, its script and its data in
 * itself and makes no request. All data is JSON in one element, which the script only ever shows as
 * text. This class decides the page's contents and their order; the script has a renderer for each
 * type of {@link Piece} and of {@link io.github.bmt4j.report.Block}.
 */
public final class HtmlReport {
  /** Path of uPlot, in the version that the pom names. */
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/";

  private HtmlReport() {}

  /** The page of one part, which needs no title. */
  public static String of(List<Side> sides, Consumer<String> problems) {
    return of(new Study("", "", List.of(), List.of(new Part("", sides, null)), null), problems);
  }

  /**
   * The page.
   *
   * @param problems receives a line for each omission
   */
  public static String of(Study study, Consumer<String> problems) {
    return resource("report.html")
        .replace("{{licence}}", resource(UPLOT + "LICENSE"))
        .replace("{{style}}", resource(UPLOT + "dist/uPlot.min.css") + resource("report.css"))
        .replace("{{uplot}}", resource(UPLOT + "dist/uPlot.iife.min.js"))
        .replace("{{script}}", resource("report.js"))
        .replace("{{data}}", escaped(ResultJson.write(data(study, problems))));
  }

  static String escaped(String json) {
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }

  /** Data of the page: its title, its tone, and its pieces in their order. */
  static Map<String, Object> data(Study study, Consumer<String> problems) {
    List<PartPage> parts = new ArrayList<>();
    study.parts().forEach(part -> parts.add(new PartPage(part, parts.size(), problems)));
    boolean alone = parts.size() == 1 && study.overview().isEmpty() && study.answer().isEmpty();
    String tone =
        study.tone() != null
            ? study.tone().name()
            : parts.stream().anyMatch(part -> part.tone().equals("BAD"))
                ? "BAD"
                : parts.get(0).tone();
    String answer = study.answer().isEmpty() ? study.title() : study.answer();
    List<Object> pieces = new ArrayList<>();
    if (!alone) {
      pieces.add(new Piece.What(study.title()));
      String colour = tone.equals("BAD") ? tone : "";
      pieces.add(new Piece.Heading(1, Headlines.first(answer), colour, null));
      if (!Headlines.rest(answer).isEmpty()) {
        pieces.add(new Piece.Text(Headlines.rest(answer), colour));
      }
      pieces.addAll(study.overview());
      pieces.add(new Piece.Links(parts.stream().map(PartPage::link).toList()));
    }
    parts.forEach(part -> pieces.addAll(part.pieces(alone)));
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("title", (alone ? parts.get(0).headline() : answer) + " · bmt");
    data.put("tone", tone);
    data.put("pieces", pieces);
    return data;
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
   * Contents of a page.
   *
   * @param title of several parts together; empty for one
   * @param answer of several parts in a sentence; may be empty
   * @param overview blocks that show the parts together
   * @param tone of the answer; absent if the parts decide it
   */
  public record Study(
      String title,
      String answer,
      List<? extends Object> overview,
      List<Part> parts,
      @Nullable Tone tone) {}

  /**
   * A part of a page.
   *
   * @param title heading, where the page has several parts
   * @param sides sides that are compared; one for a plain report
   * @param published published figures of the same benchmark, shown next to the results
   */
  public record Part(String title, List<Side> sides, @Nullable Published published) {}
}
