package io.github.bmt4j.cli.series;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.options.ShownWords;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.compare.Answer;
import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.ComparisonCsv;
import io.github.bmt4j.compare.Conditions.Differing;
import io.github.bmt4j.compare.Ranking;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.report.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Compares stored results and shows the comparison.
 *
 * @param form text, markdown, json or csv; "" shows nothing
 * @param anyway true if results are compared even if they should not be
 * @param told differing conditions that were shown, which are not shown again
 */
public record ComparedSides(Screen screen, String form, boolean anyway, Set<List<Differing>> told) {
  /** The comparisons at the end of a series; none where they are impossible, with a message. */
  public List<Comparison> compare(List<Side> measured) {
    try {
      return compare(measured, () -> command(measured) + " ", comparison -> {});
    } catch (BadInputException e) {
      screen.fail(String.valueOf(e.getMessage()));
      return List.of();
    }
  }

  /** The command that compares stored results. */
  private static String command(List<Side> measured) {
    Stored first = measured.get(0).results().get(0);
    String series = first.labels().get(SeriesOptions.SERIES);
    List<String> words =
        new ArrayList<>(
            series == null
                ? measured.stream().map(ComparedSides::ids).toList()
                : List.of("--series=" + series));
    words.add(RunsDirOption.NAME + "=" + first.folder().getParent());
    return bmt("compare " + ShownWords.shell(words));
  }

  private boolean isNew(List<Differing> differing) {
    return told.add(differing) || differing.isEmpty();
  }

  private static String ids(Side side) {
    return side.results().stream()
        .map(stored -> stored.result().id())
        .collect(Collectors.joining(","));
  }

  /**
   * The comparisons.
   *
   * @param command with a space behind it, that compares them with {@code --anyway}; "" for this
   *     one
   * @param check refuses comparisons that lack a figure
   */
  public List<Comparison> compare(
      List<Side> measured, Supplier<String> command, Consumer<Comparison> check) {
    List<Comparison> comparisons = Comparison.withFirst(measured);
    List<String> obstacles = Comparison.obstacles(comparisons);
    if (!anyway && !obstacles.isEmpty()) {
      obstacles.forEach(obstacle -> screen.say("         " + obstacle));
      throw new BadInputException(
          "these results cannot be compared, see above; "
              + command.get()
              + "--anyway compares them nevertheless");
    }
    comparisons.forEach(check);
    if (!form.isEmpty()) {
      screen.result(shown(comparisons));
    }
    obstacles.forEach(obstacle -> screen.say("WARNING  " + obstacle));
    return comparisons;
  }

  private String shown(List<Comparison> comparisons) {
    if (form.equals("json")) {
      return ResultJson.write(comparisons.stream().map(Comparison::table).toList()) + "\n";
    }
    if (form.equals("csv")) {
      return ComparisonCsv.of(comparisons);
    }
    String ranking = comparisons.size() == 1 ? "" : "\n" + Ranking.of(comparisons);
    String answer = Answer.of(comparisons).sentence();
    String first =
        form.equals("markdown")
            ? "**" + answer.replace("*", "\\*") + "**"
            : Lines.wrapped(answer, screen.columns());
    return first
        + "\n\n"
        + comparisons.stream()
            .map(
                comparison ->
                    form.equals("markdown")
                        ? comparison.markdown()
                        : comparison.text(screen.columns(), isNew(comparison.differing())))
            .collect(Collectors.joining("\n"))
        + ranking;
  }
}
