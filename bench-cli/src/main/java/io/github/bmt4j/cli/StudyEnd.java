package io.github.bmt4j.cli;

import io.github.bmt4j.compare.Answer;
import io.github.bmt4j.compare.Comparison;
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
  private final String form;
  private final List<Part> parts = new ArrayList<>();
  private final Map<String, List<Comparison>> compared = new LinkedHashMap<>();
  private @Nullable FailoverMatrix matrix;

  /**
   * @param form in which it prints what the page has: text or json; "" prints nothing
   */
  StudyEnd(CommandContext context, String form) {
    this.context = context;
    this.form = form;
  }

  /** Adds the parts of a scenario: shows the matrix of failovers, and otherwise comparisons. */
  void addAll(ScenarioResults results) {
    FailoverMatrix found = results.matrix().orElse(null);
    results
        .parts()
        .forEach(
            (title, sides) -> {
              if (found == null) {
                add(new Part(title, sides, null));
              } else {
                parts.add(new Part(found.faults().get(parts.size()), sides, null));
              }
            });
    if (found != null) {
      show("\n" + found.text(context.screen().columns()));
      matrix = found;
    }
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
      show(part.title().isEmpty() ? "" : "\n" + part.title() + "\n");
      List<Comparison> found = new CompareCommand(context).compare(part.sides(), form);
      if (!found.isEmpty()) {
        compared.put(part.title(), found);
      }
    }
  }

  private void show(String text) {
    if (form.equals("text") && !text.isEmpty()) {
      context.screen().result(text);
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
      show("\n" + Ranking.summary(compared, context.screen().columns()));
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
        form.equals("json") ? context.screen()::say : context.screen()::line);
  }
}
