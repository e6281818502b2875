package io.github.bmt4j.cli.series;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.compare.Answer;
import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Conditions.Differing;
import io.github.bmt4j.compare.Ratios;
import io.github.bmt4j.experiment.ReportForm;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.html.HtmlReport;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.html.HtmlReport.Study;
import io.github.bmt4j.html.StudyTable;
import io.github.bmt4j.load.sweep.LeastSearch;
import io.github.bmt4j.matrix.FailoverMatrix;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Lines;
import io.github.bmt4j.report.Tone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The end of several measurements: their comparisons, the places, and one page. */
public final class StudyEnd {
  private final CommandContext context;
  private final String form;
  private final List<Part> parts = new ArrayList<>();
  private final Map<String, List<Side>> measured = new LinkedHashMap<>();
  private final Map<String, List<Comparison>> compared = new LinkedHashMap<>();
  private final List<String> answers = new ArrayList<>();
  private final List<Object> tables = new ArrayList<>();
  private final Set<List<Differing>> told = new HashSet<>();
  private String failure = "";
  private @Nullable FailoverMatrix matrix;

  /**
   * @param form in which it prints the page's contents: text or json; "" prints nothing
   */
  public StudyEnd(CommandContext context, String form) {
    this.context = context;
    this.form = form;
  }

  /** One column for each scenario is too many for a page where a line for each says more. */
  private List<Object> overview(Grid ratios) {
    return compared.size() >= StudyTable.MANY ? List.of(ratios) : StudyTable.of(parts);
  }

  /** Shows failures of the commands around cells: the last one ended it, if one did. */
  public void addProblems(List<String> problems) {
    if (!problems.isEmpty()) {
      String more = problems.size() == 1 ? "" : Lines.words(" (and %,d more)", problems.size() - 1);
      failure = "Commands around cells failed: " + problems.get(problems.size() - 1) + more;
      show("\n" + Lines.wrapped(failure, context.screen().columns()) + "\n");
    }
  }

  /** Shows the answer of a search, and the runs that led to it. */
  public void add(LeastSearch search) {
    Grid table = search.table();
    show("\n" + Lines.wrapped(search.headline(), context.screen().columns()) + "\n");
    show(table.rows().isEmpty() ? "" : table.text(context.screen().columns()));
    tables.addAll(table.rows().isEmpty() ? List.of() : List.of(table));
  }

  /**
   * Adds the parts of a scenario: shows the matrix of failovers, and otherwise comparisons. The
   * page begins with the answers of its searches, as they were given.
   */
  public void addAll(ScenarioResults results) {
    answers.addAll(results.answers());
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
    results
        .searches()
        .forEach(
            (title, sides) ->
                sides.forEach(
                    one -> parts.add(new Part(title + " " + one.name(), List.of(one), null))));
    if (found != null) {
      show("\n" + found.text(context.screen().columns()));
      matrix = found;
    }
  }

  /**
   * The exit code: an application that cannot work, or does not recover, is an answer, not a
   * failure.
   */
  public int code(int worst) {
    return matrix != null && worst == ExitCode.INVALID && matrix.passed() ? ExitCode.VALID : worst;
  }

  /** Adds a part; one without results is left out. Its sides are compared. */
  public void add(Part part) {
    if (part.sides().isEmpty()) {
      return;
    }
    parts.add(part);
    measured.put(part.title(), part.sides());
    if (part.sides().size() > 1) {
      show(part.title().isEmpty() ? "" : "\n" + part.title() + "\n");
      List<Comparison> found =
          new ComparedSides(context.screen(), form, false, told).compare(part.sides());
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
   * Shows the ratios of several scenarios and writes the page; does nothing if nothing was
   * measured.
   *
   * @param title title for several parts
   */
  public void end(String title, Path page) {
    if (parts.isEmpty()) {
      return;
    }
    Grid ratios = Ratios.of(measured, compared);
    if (measured.size() > 1 && !compared.isEmpty()) {
      int columns = context.screen().columns();
      show("\n" + Lines.wrapped(ratios.title(), columns) + "\n" + ratios.text(columns));
    }
    Study study =
        matrix != null
            ? new Study(title, matrix.headline(), matrix.blocks(), parts, matrix.tone())
            : parts.size() == 1 && failure.isEmpty() && answers.isEmpty()
                ? new Study("", "", List.of(), parts, null)
                : new Study(title, Answer.ofStudy(compared), overview(ratios), parts, null);
    if (!answers.isEmpty()) {
      study = new Study(title, String.join(". ", answers), tables, parts, study.tone());
    }
    if (!failure.isEmpty()) {
      study = new Study(title, failure, study.overview(), parts, Tone.BAD);
    }
    write(
        page,
        HtmlReport.of(study, problem -> context.screen().say("note     " + problem)),
        form.equals("json") ? context.screen()::say : context.screen()::line);
  }

  /**
   * Makes sure that a page can be written.
   *
   * @param file absent if it goes to an existing folder
   */
  public static void checkFile(@Nullable Path file) {
    if (file == null) {
      return;
    }
    Checks.check(
        ReportForm.all().stream().noneMatch(form -> form.name().equals(file.toString())),
        "-o",
        " names the file of the page: give --output=" + file + ", or ./" + file + " for a file");
    Checks.check(
        Files.isDirectory(file.toAbsolutePath().resolveSibling("")),
        "--file",
        "=" + file + ": there is no such folder");
    // Writing to a FIFO would wait for its reader.
    Checks.check(
        !Files.exists(file) || Files.isRegularFile(file),
        "--file",
        "="
            + file
            + ": it is "
            + (Files.isDirectory(file) ? "a folder" : "not a regular file")
            + "; name a file");
  }

  /**
   * Writes a page and reports its place.
   *
   * @param said receives the line
   */
  public static void write(Path file, String page, Consumer<String> said) {
    try {
      Files.writeString(file, page);
    } catch (IOException e) {
      throw new BadInputException("--file", "=" + file + ": " + ResultFolder.words(e));
    }
    said.accept("written  " + file);
  }
}
