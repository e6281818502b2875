package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Facts;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.MarkdownView;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Tone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every figure of every stored sample: terminal, Markdown and page show the same, and it is in
 * {@code result.json}.
 */
class SameFiguresTest {
  private static final Path SAMPLES = Path.of("src", "test", "resources", "stored-results");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A cell that is a figure, maybe a lower bound, and maybe with its unit. */
  private static final Pattern FIGURE =
      Pattern.compile("(?:>= )?(-?\\d[\\d,]*(?:\\.\\d+)?(?:e[-+]\\d+)?)(?: (?:%|ms|s|/s))?");

  /** A number of a sentence, but for small counts and sums. */
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\w.,-])(?<!of )\\d(?:[\\d,]*\\.\\d+|[\\d,]*\\d{2})(?![\\w.]*\\w)");

  /** Columns of figures that are made of two stored ones. */
  private static final Set<String> DERIVED =
      Set.of(
          "added ms",
          "scaling",
          "rows/exec",
          "changed/exec",
          "before ok/s",
          "during ok/s",
          "after ok/s",
          "speed s/s",
          "trans/s");

  /** Rates of a headline that are made of two stored figures. */
  private static final String RATES = "[\\d.,]+ s/s, [\\d.,]+ transactions/s";

  static List<Path> samples() throws IOException {
    try (Stream<Path> samples = Files.list(SAMPLES)) {
      return samples.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void terminalMarkdownAndPageShowTheSame(Path sample) throws IOException {
    Stored stored = new RunStore(sample).read(sample.toString());
    Description result = stored.description();
    JsonNode page = page(stored);
    String pageText = texts(page);

    assertThat(stored.text(80)).startsWith(result.headline() + "\n");
    assertThat(pageText).contains(result.headline());
    for (int columns : new int[] {80, 120, 1_000}) {
      assertThat(facts(result)).allSatisfy(fact -> assertIn(stored.text(columns), fact));
    }
    assertThat(facts(result)).allSatisfy(fact -> assertIn(pageText, fact));
    List<String> lines = stored.text(1_000).lines().toList();
    List<String> markdown = MarkdownView.of(result).lines().toList();
    for (Grid grid : result.all(Grid.class)) {
      assertThat(grids(page)).as("%s", grid.title()).anyMatch(shown -> isSame(grid, shown));
      for (List<String> row : grid.rows()) {
        assertThat(lines).as("%s", row).anyMatch(line -> hasInOrder(line, row));
        assertThat(markdown).as("%s", row).anyMatch(line -> hasInOrder(line, row));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyFigureOfATableIsStored(Path sample) throws IOException {
    Description result = new RunStore(sample).read(sample.toString()).description();
    Set<String> known = new HashSet<>(Set.of("0", "0.000", "0.0", "0.00"));
    add(JSON.readTree(sample.resolve("result.json").toFile()), known);

    Matcher number =
        NUMBER.matcher(result.headline().replaceFirst(".*Measured: ", "").replaceFirst(RATES, ""));
    while (number.find()) {
      assertThat(known).as("%s", result.headline()).contains(number.group());
    }
    for (Grid grid : result.all(Grid.class)) {
      for (int column = 0; column < grid.head().size(); column++) {
        String title = grid.head().get(column);
        if (DERIVED.contains(title) || (grid.title().equals("Errors") && title.equals("count"))) {
          continue;
        }
        for (List<String> row : grid.rows()) {
          Matcher figure = FIGURE.matcher(row.get(column));
          if (figure.matches()) {
            assertThat(known)
                .as("%s, %s of %s", grid.title(), title, row)
                .contains(figure.group(1));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyComparedFigureIsShown(Path sample) {
    Stored stored = new RunStore(sample).read(sample.toString());
    Set<String> shown = new HashSet<>(List.of(stored.text(1_000).split("[ ,;]*\\s+")));

    for (Figure figure : stored.figures()) {
      for (double value : figure.median().samples()) {
        Set<String> forms = new HashSet<>();
        add(JSON.valueToTree(value), forms);
        assertThat(forms).as("%s", figure).anyMatch(shown::contains);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void whatMustNotBeUsedOrFailsIsNeverGood(Path sample) {
    Description result = new RunStore(sample).read(sample.toString()).description();

    if (!result.outcome().equals("VALID")) {
      assertThat(result.tone()).isEqualTo(Tone.BAD);
      assertThat(result.headline()).matches("(Do not use these figures|FAILED): .*");
    }
    if (result.headline().contains("not recovered")) {
      assertThat(result.tone()).isEqualTo(Tone.BAD);
    }
  }

  private static JsonNode page(Stored stored) throws IOException {
    String page = HtmlReport.of(List.of(new Side("A", List.of(stored))), problem -> {});
    int begin = page.indexOf("id=\"data\">") + "id=\"data\">".length();
    return JSON.readTree(page.substring(begin, page.indexOf("</script>", begin)));
  }

  private static List<Fact> facts(Description result) {
    List<Fact> facts = new ArrayList<>(result.setup().facts());
    result.all(Facts.class).forEach(block -> facts.addAll(block.facts()));
    return facts;
  }

  private static void assertIn(String text, Fact fact) {
    assertThat(squeezed(text)).contains(squeezed(fact.text()));
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  private static String texts(JsonNode node) {
    return node.isTextual()
        ? node.asText() + "\n"
        : children(node).stream().map(SameFiguresTest::texts).collect(Collectors.joining());
  }

  private static List<JsonNode> grids(JsonNode node) {
    List<JsonNode> grids = new ArrayList<>();
    if (node.path("head").isArray() && node.path("rows").isArray()) {
      grids.add(node);
    }
    children(node).forEach(child -> grids.addAll(grids(child)));
    return grids;
  }

  private static List<JsonNode> children(JsonNode node) {
    List<JsonNode> children = new ArrayList<>();
    node.forEach(children::add);
    return children;
  }

  private static boolean isSame(Grid grid, JsonNode shown) {
    return JSON.valueToTree(grid.head()).equals(shown.path("head"))
        && JSON.valueToTree(grid.rows()).equals(shown.path("rows"));
  }

  private static boolean hasInOrder(String line, List<String> cells) {
    String rest = line.replace("\\", "");
    for (String cell : cells) {
      int at = rest.indexOf(cell.strip());
      if (at < 0) {
        return false;
      }
      rest = rest.substring(at + cell.strip().length());
    }
    return true;
  }

  /** All numbers below a node, in every form in which a table may show them. */
  private static void add(JsonNode node, Set<String> known) {
    if (node.isNumber()) {
      double value = node.asDouble();
      known.add(Numbers.millis(value));
      for (double shown :
          new double[] {value, Math.ceil(value), 100 * value, value / 1e3, value / 1e6}) {
        for (String format : Arrays.asList("%,.0f", "%,.1f", "%,.2f", "%,.3f", "%.0f", "%.3g")) {
          known.add(String.format(Locale.ROOT, format, shown));
        }
      }
    } else if (node.isTextual()) {
      known.add(node.asText());
    }
    children(node).forEach(child -> add(child, known));
  }
}
