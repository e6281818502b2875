package io.github.bmt4j.experiment;

import com.google.auto.service.AutoService;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines while it goes on, and the result as text, on standard output. */
@AutoService(ReportForm.class)
public final class TextForm implements ReportForm {
  private static final Pattern GAP = Pattern.compile(" {2,}");

  /** Where a word that is longer than a line may be broken: behind the parts of a URL. */
  private static final Pattern PART = Pattern.compile("[&?,;]|/+");

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

  private static final class Writer implements ReportWriter {
    private final Output output;
    private boolean started;

    Writer(Output output) {
      this.output = output;
    }

    @Override
    public Output output() {
      return output;
    }

    @Override
    public void started(Started what, Path folder) {
      started = true;
      output.result(wrapped(what.text(), columns()));
    }

    @Override
    public void line(String line) {
      output.line(wrapped(line, columns()));
    }

    /** Shows the head too where nothing was shown before, as of a result that is imported. */
    @Override
    public void ended(Runner.Outcome<?> outcome) {
      ResultKind<?> kind = ResultKinds.of(outcome.result());
      output.result(
          wrapped(
              started
                  ? kind.summary(outcome.result(), columns())
                  : kind.text(outcome.result(), columns()),
              columns()));
      stored(outcome);
    }

    @Override
    public void show(RunStore.Stored stored) {
      output.result(wrapped(stored.text(columns()), columns()));
    }
  }

  /**
   * Breaks lines that are longer than {@code columns} at spaces. The rest stands below the words
   * behind the last gap in the first half of the line, such as the one behind a label; without a
   * gap, a little to the right of the first word.
   */
  static String wrapped(String text, int columns) {
    StringBuilder wrapped = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      String indent = " ".repeat(indent(line, columns / 2));
      String rest = line;
      while (rest.length() > columns) {
        int end = end(rest, indent.length(), columns);
        wrapped.append(rest.substring(0, end).stripTrailing()).append('\n');
        rest = indent + rest.substring(end).strip();
      }
      wrapped.append(rest).append('\n');
    }
    wrapped.setLength(wrapped.length() - 1);
    return wrapped.toString();
  }

  private static int indent(String line, int most) {
    int begin = line.length() - line.stripLeading().length();
    int indent = begin + 2;
    for (Matcher gap = GAP.matcher(line); gap.find() && gap.end() <= most; ) {
      indent = gap.end() > begin ? gap.end() : indent;
    }
    return indent;
  }

  /** Where to break a line: before a space; otherwise behind a part of the word, or anywhere. */
  private static int end(String line, int indent, int columns) {
    int end = line.lastIndexOf(' ', columns);
    if (end > indent) {
      return end;
    }
    end = columns;
    for (Matcher part = PART.matcher(line); part.find() && part.end() <= columns; ) {
      end = part.end() > indent ? part.end() : end;
    }
    return end;
  }
}
