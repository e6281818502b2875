package io.github.bmt4j.cli.screen;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Output;
import io.github.bmt4j.failure.Place;
import io.github.bmt4j.report.Lines;
import java.io.PrintStream;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import me.tongfei.progressbar.ProgressState;
import org.jspecify.annotations.Nullable;

/**
 * Standard output and standard error of a command. Results go to the first; progress and messages
 * go to the second, with a bar at its foot if it is a terminal. Thread-safe.
 */
public final class Screen implements Output {
  private static final int BAR_WIDTH = 78;

  /** Columns if the width is unknown, as in a file. */
  private static final int WIDE = 1000;

  private static final int USUAL = 80;

  /** Largest indent of the rest of a broken line. */
  private static final int MOST_INDENT = 20;

  private static final int LINE_INTERVAL_MILLIS = 5_000;
  private static final DecimalFormatSymbols ENGLISH = DecimalFormatSymbols.getInstance(Locale.ROOT);

  private static final String ESCAPE = "\u001b[";
  private static final String CLEAR_LINE = "\r" + ESCAPE + "K";

  /** A judgement in a line of its own, or in a column of a table. */
  private static final Pattern JUDGEMENT =
      Pattern.compile(
          "(?m)(?:(?<=^| )(?:(VALID)|INVALID|FAILED)|(?<= {2})(?:(better)|worse))(?= *$| {2})");

  /** A code of a colour, as {@link Lines#printable} shows it. */
  private static final Pattern COLOUR = Pattern.compile("\\\\u001b\\[([0-9;]*m)");

  /** Lines that a cell of a series prints in addition to its one line. */
  private static final Pattern WORTH_SAYING =
      Pattern.compile("WARNING|FAILED|NOT STORED|bmt: | {9}");

  private final PrintStream out;
  private final PrintStream err;
  private volatile Terminal terminal;
  private List<String> foot = List.of();
  private String bar = "";

  /** True if the bar is a cell's line, and not the bar of work with a known length. */
  private boolean passing;

  private int drawn;

  private boolean resultsOnly;

  private boolean annotating;

  private @Nullable String cell;

  /**
   * Properties of standard output and standard error, from the launcher.
   *
   * @param out true if standard output is a terminal
   * @param err true if standard error is one
   * @param colour true if standard output may have colours
   * @param columns largest width of a line on standard output
   */
  public record Terminal(boolean out, boolean err, boolean colour, int columns) {
    public static Terminal of(Map<String, String> environment) {
      String columns = environment.getOrDefault("COLUMNS", "");
      boolean out = "1".equals(environment.get("BMT_TERMINAL_OUT"));
      boolean forced = !List.of("", "0").contains(environment.getOrDefault("CLICOLOR_FORCE", ""));
      return new Terminal(
          out,
          "1".equals(environment.get("BMT_TERMINAL")),
          environment.getOrDefault("NO_COLOR", "").isEmpty()
              && (forced || (out && !"dumb".equals(environment.get("TERM")))),
          columns.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(columns) : WIDE);
    }

    /** Largest width of a line at the foot of standard error. */
    public int footColumns() {
      return columns == WIDE ? USUAL : columns;
    }
  }

  public Screen(PrintStream out, PrintStream err, Terminal terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  public synchronized Terminal terminal() {
    return terminal;
  }

  /** Value of {@code --color}. */
  public enum Colour {
    ALWAYS,
    NEVER,
    /** As terminal and environment say. */
    AUTO
  }

  public synchronized void colour(Colour wanted) {
    if (wanted != Colour.AUTO) {
      terminal =
          new Terminal(terminal.out, terminal.err, wanted == Colour.ALWAYS, terminal.columns);
    }
  }

  /**
   * Reduces output to one line, with the command's place in a series and its result, and to
   * warnings.
   *
   * @param place of the cell, such as "3 of 10"; absent for a command of its own
   */
  public synchronized void cell(@Nullable String place) {
    cell = place;
  }

  /** The place of the cell, if it shows only one line. */
  public synchronized @Nullable String cell() {
    return cell;
  }

  /** Shows the result of a cell. */
  public synchronized void ofCell(String text) {
    print(coloured(Lines.wrapped(Lines.printable(text), columns())) + "\n");
  }

  /** Keeps standard output for {@link #result} alone; lines go to standard error. */
  public synchronized void keepOutputForResults() {
    resultsOnly = true;
  }

  @Override
  public synchronized void line(String line) {
    String printable = Lines.printable(line);
    if (cell != null) {
      if (terminal.err() && (passing || bar.isEmpty())) {
        String sign = (cell + "   " + printable.strip()).replaceAll("\\R.*", "");
        showBar(sign.substring(0, Math.min(sign.length(), terminal.footColumns() - 1)));
        passing = true;
      }
      return;
    }
    above(resultsOnly ? err : out, resultsOnly ? printable : coloured(printable));
  }

  /** Writes a line, broken at spaces if it is wider than the terminal. */
  public void wrappedLine(String line) {
    line(Lines.wrapped(line, columns()));
  }

  @Override
  public synchronized void result(String text) {
    if (cell == null) {
      print(coloured(Lines.printable(text)));
    }
  }

  /** Prints a help, which brings its colours; other control characters are shown as text. */
  public synchronized void help(String text) {
    print(COLOUR.matcher(Lines.printable(text)).replaceAll(terminal.colour ? ESCAPE + "$1" : ""));
  }

  private void print(String text) {
    foot = List.of();
    bar = "";
    draw();
    out.print(text);
    out.flush();
  }

  private String coloured(String text) {
    return terminal.colour()
        ? JUDGEMENT
            .matcher(text)
            .replaceAll(
                found ->
                    ESCAPE
                        + (found.group(1) == null && found.group(2) == null ? "1;31m" : "32m")
                        + found.group()
                        + ESCAPE
                        + "0m")
        : text;
  }

  @Override
  public synchronized void say(String line) {
    if (cell == null || WORTH_SAYING.matcher(line).lookingAt()) {
      String printable = Lines.printable(line);
      // A line break cuts no word that may be copied, such as a path.
      boolean breakable =
          Arrays.stream(printable.split(" ", -1))
              .allMatch(word -> word.length() <= columns() - MOST_INDENT);
      above(err, terminal.err() && breakable ? Lines.wrapped(printable, columns()) : printable);
    }
  }

  /** Prints an error on one line; on a terminal, broken at spaces. */
  public void fail(String message) {
    say("bmt: " + message.strip().replaceAll("\\s*\\R\\s*", " "));
  }

  /** Also writes errors as GitHub Actions reads them, to show them at the lines of a change. */
  public synchronized void annotating(boolean wanted) {
    annotating = wanted;
  }

  /**
   * Annotates a change, if that is wanted.
   *
   * @param place of the error; absent if it is in no file
   */
  public synchronized void annotate(@Nullable Place place, String message) {
    if (annotating) {
      String where =
          place == null
              ? "title=bmt"
              : words(
                  "file=%s,line=%d,col=%d",
                  command(place.file()).replace(":", "%3A").replace(",", "%2C"),
                  place.line(),
                  place.column());
      say("::error " + where + "::" + command(message.strip()));
    }
  }

  /** Text of a command to GitHub Actions. */
  private static String command(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  @Override
  public Step begin(String what, long total, String unit) {
    boolean rows = unit.equals("rows") && total > 0;
    if (terminal.err()) {
      ProgressBarBuilder bar = bar(what, total, unit);
      return step(rows ? bar.showSpeed(new DecimalFormat("#,##0", ENGLISH)) : bar);
    }
    say(what + " …");
    return rows
        ? step(
            new ProgressBarBuilder()
                .setInitialMax(total)
                .setUpdateIntervalMillis(LINE_INTERVAL_MILLIS)
                .setRenderer((state, columns) -> far(what, state))
                // Without a width the library opens the terminal, and Ctrl-C no longer runs hooks.
                .setConsumer(new DelegatingProgressBarConsumer(this::sayUnlessEmpty, BAR_WIDTH)))
        : SILENT.begin(what, total, unit);
  }

  @Override
  public Step beginQuietly(String what, long total, String unit) {
    return terminal.err() ? step(bar(what, total, unit)) : SILENT.begin(what, total, unit);
  }

  private Step step(ProgressBarBuilder builder) {
    ProgressBar shown = builder.build();
    return new Step() {
      @Override
      public void advance(long amount) {
        shown.stepBy(amount);
      }

      @Override
      public void skip(long amount) {
        // The speed counts from here on.
        shown.stepBy(amount).pause().resume();
      }

      @Override
      public void close() {
        shown.close();
        hideBar();
      }
    };
  }

  private void sayUnlessEmpty(String line) {
    if (!line.isEmpty()) {
      say(line);
    }
  }

  private static String far(String what, ProgressState state) {
    double seconds = state.getElapsedAfterStart().toMillis() / 1e3;
    return far(what, state.getStart(), state.getCurrent(), state.getMax(), seconds);
  }

  /**
   * The finished amount of work and the remaining time; empty at the start and at the end.
   *
   * @param skipped rows that existed before
   * @param done rows so far, including skipped ones
   */
  static String far(String what, long skipped, long done, long total, double seconds) {
    double rate = (done - skipped) / seconds;
    return done == skipped || done >= total || seconds < 1
        ? ""
        : words(
            "%s: %,d of %,d rows (%d %%), %,.0f rows/s, %.0f s left",
            what, done, total, 100 * done / total, rate, Math.ceil((total - done) / rate));
  }

  @Override
  public String program() {
    return Version.text();
  }

  @Override
  public int columns() {
    return terminal.columns();
  }

  private ProgressBarBuilder bar(String what, long total, String unit) {
    boolean bytes = unit.equals("B");
    ProgressBarBuilder bar =
        new ProgressBarBuilder()
            .setTaskName(what)
            .setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII)
            .setUnit(bytes ? "MB" : " " + unit, bytes ? 1_000_000 : 1)
            .setUpdateIntervalMillis(200)
            .continuousUpdate() // Its clock goes on where nothing advances.
            .setConsumer(new DelegatingProgressBarConsumer(this::showBar, BAR_WIDTH));
    return total >= 0
        ? bar
        : bar.setRenderer(
            (state, columns) -> words("%s, %d s", what, state.getElapsedAfterStart().toSeconds()));
  }

  @Override
  public synchronized void foot(List<String> lines) {
    if (terminal.err()) {
      foot = lines.stream().map(Lines::printable).toList();
      draw();
    }
  }

  private synchronized void above(PrintStream stream, String line) {
    bar = passing ? "" : bar;
    err.print(erased());
    err.flush();
    stream.println(line);
    stream.flush();
    draw();
  }

  private synchronized void showBar(String text) {
    passing = false;
    boolean shown = !bar.isEmpty();
    bar = text.strip();
    if (shown) {
      err.print(CLEAR_LINE + bar);
      err.flush();
    } else {
      draw();
    }
  }

  private synchronized void hideBar() {
    bar = "";
    draw();
  }

  private void draw() {
    StringBuilder text = new StringBuilder(erased());
    if (!foot.isEmpty()) {
      String lines = String.join("\n", foot) + (bar.isEmpty() ? "" : "\n");
      text.append(ESCAPE).append("?7l").append(lines).append(ESCAPE).append("?7h");
    }
    text.append(bar);
    drawn = foot.size() + (bar.isEmpty() ? 0 : 1);
    err.print(text);
    err.flush();
  }

  private String erased() {
    int above = drawn - 1;
    drawn = 0;
    return above < 0 ? "" : above == 0 ? CLEAR_LINE : "\r" + ESCAPE + above + "A" + ESCAPE + "J";
  }
}
