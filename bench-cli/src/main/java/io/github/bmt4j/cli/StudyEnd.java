package io.github.bmt4j.cli;

import io.github.bmt4j.compare.Answer;
import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.compare.Ranking;
import io.github.bmt4j.html.HtmlReport;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.html.HtmlReport.Study;
import io.github.bmt4j.html.StudyTable;
import io.github.bmt4j.matrix.FailoverMatrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The end of several measurements: their comparisons, the places, and one page. */
final class StudyEnd {
  private final CommandContext context;
  private final List<Part> parts = new ArrayList<>();
  private final Map<String, List<Comparison>> compared = new LinkedHashMap<>();
  private @Nullable FailoverMatrix matrix;

  StudyEnd(CommandContext context) {
    this.context = context;
  }

  /** Adds the parts of a scenario: shows the matrix of failovers, and otherwise comparisons. */
  void addAll(List<Part> measured) {
    Map<String, List<Side>> columns = new LinkedHashMap<>();
    measured.forEach(part -> columns.put(part.title(), part.sides()));
    if (!FailoverMatrix.takes(columns)) {
      measured.forEach(this::add);
      return;
    }
    FailoverMatrix found = FailoverMatrix.of(columns);
    matrix = found;
    for (int i = 0; i < measured.size(); i++) {
      parts.add(new Part(found.faults().get(i), measured.get(i).sides(), null));
    }
    context.screen().result("\n" + found.text(context.screen().columns()));
  }

  /** The exit code: what an application cannot do, or does not survive, is an answer. */
  int code(int worst) {
    return matrix != null && worst == ExitCode.INVALID && matrix.passed() ? ExitCode.VALID : worst;
  }

  /** Adds a part; one without results is left out. Its sides are compared. */
  void add(Part part) {
    if (part.sides().isEmpty()) {
      return;
    }
    parts.add(part);
    if (part.sides().size() > 1) {
      if (!part.title().isEmpty()) {
        context.screen().result("\n" + part.title() + "\n");
      }
      List<Comparison> found = new CompareCommand(context).compare(part.sides(), "text");
      if (!found.isEmpty()) {
        compared.put(part.title(), found);
      }
    }
  }

  /**
   * Shows the places and writes the page; nothing where nothing was measured.
   *
   * @param title of several parts
   */
  void end(String title, Path page) {
    if (parts.isEmpty()) {
      return;
    }
    if (compared.size() > 1) {
      context.screen().result("\n" + Ranking.summary(compared, context.screen().columns()));
    }
    Study study =
        matrix != null
            ? new Study(title, matrix.headline(), matrix.blocks(), parts, matrix.tone())
            : parts.size() == 1
                ? new Study("", "", List.of(), parts, null)
                : new Study(title, Answer.ofStudy(compared), StudyTable.of(parts), parts, null);
    ReportCommand.write(
        page,
        HtmlReport.of(study, problem -> context.screen().say("note     " + problem)),
        context.screen()::line);
  }

  /** Shows what others published. */
  static void show(CommandContext context, Published published) {
    context.screen().result(published.text(context.screen().columns()));
  }
}
