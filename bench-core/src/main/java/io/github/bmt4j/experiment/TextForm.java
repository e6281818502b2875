package io.github.bmt4j.experiment;

import com.google.auto.service.AutoService;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Lines while it goes on, and the result as text, on standard output. */
@AutoService(ReportForm.class)
public final class TextForm implements ReportForm {
  /** As wide as the label before a sentence: "note ". */
  private static final String INDENT = " ".repeat(9);

  /** Several spaces behind the label. */
  private static final Pattern TABLE = Pattern.compile("^.{17,}\\S {2,}");

  @Override
  public String name() {
    return "text";
  }

  @Override
  public String summary() {
    return "lines of text";
  }

  @Override
  public ReportWriter open(Output output) {
    return new Writer(output);
  }

  private record Writer(Output output) implements ReportWriter {
    @Override
    public void started(Started what, Path folder) {
      output.result(wrapped(what.text(), output.columns()));
    }

    @Override
    public void line(String line) {
      output.line(wrapped(line + "\n", output.columns()).stripTrailing());
    }

    @Override
    public int columns() {
      return output.columns();
    }

    @Override
    public Progress.Step step(String what, long total, String unit) {
      return output.beginQuietly(what, total, unit);
    }

    @Override
    public void ended(Runner.Outcome<?> outcome) {
      Result result = outcome.result();
      String summary = ResultKinds.of(result).summaryOf(result, output.columns());
      output.result(wrapped(summary, output.columns()));
      stored(output, outcome);
    }

    @Override
    public void show(RunStore.Stored stored) {
      output.result(wrapped(stored.text(output.columns()), output.columns()));
    }
  }

  /**
   * Breaks sentences that are longer than a line. Lines of tables, with several spaces between
   * words, stay as they are.
   */
  static String wrapped(String text, int columns) {
    StringBuilder wrapped = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      String rest = line;
      while (rest.length() > columns && !TABLE.matcher(rest).find()) {
        int end = rest.lastIndexOf(' ', columns);
        if (end <= INDENT.length()) {
          break;
        }
        wrapped.append(rest, 0, end).append('\n');
        rest = INDENT + rest.substring(end + 1);
      }
      wrapped.append(rest).append('\n');
    }
    wrapped.setLength(wrapped.length() - 1);
    return wrapped.toString();
  }

  /** Says where the result is, or that it is nowhere. */
  public static void stored(Output output, Runner.Outcome<?> outcome) {
    output.say(outcome.folder() == null ? "NOT STORED: see above" : "stored   " + outcome.folder());
  }
}
