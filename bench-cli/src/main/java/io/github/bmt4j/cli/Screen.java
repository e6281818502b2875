package io.github.bmt4j.cli;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Output;
import java.io.PrintStream;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Standard output and standard error of a command. Results go to the first; progress and messages
 * go to the second, with a bar at its foot when it is a terminal. Any thread.
 */
final class Screen implements Output {
  private static final int BAR_WIDTH = 78;

  /** Columns where the width is not known, as in a file. */
  private static final int WIDE = 1000;

  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;
  private final int columns = columnsOf(System.getenv("COLUMNS"));
  private String bar = "";
  private boolean resultsOnly;

  /**
   * @param terminal whether standard error is a terminal
   */
  Screen(PrintStream out, PrintStream err, boolean terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  /** Whether standard error is a terminal; the launcher knows. */
  static boolean onTerminal() {
    return "1".equals(System.getenv("BMT_TERMINAL"));
  }

  /** Keeps standard output for {@link #result} alone; lines go to standard error. */
  synchronized void keepOutputForResults() {
    resultsOnly = true;
  }

  @Override
  public synchronized void line(String line) {
    above(resultsOnly ? err : out, line);
  }

  @Override
  public synchronized void result(String text) {
    hideBar();
    out.print(text);
    out.flush();
  }

  @Override
  public synchronized void say(String line) {
    above(err, line);
  }

  private static int columnsOf(@Nullable String text) {
    return text != null && text.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(text) : WIDE;
  }

  /** Prints what is wrong, on one line. */
  void fail(String message) {
    say("bmt: " + message.strip().replaceAll("\\s*\\R\\s*", " "));
  }

  @Override
  public Step begin(String what, long total, String unit) {
    if (!terminal) {
      say(what + " …");
    }
    return unit.equals("rows") && total > 0
        ? beginRows(new Pace(what, total, unit, Clock.SYSTEM::nanoTime), what, total)
        : beginQuietly(what, total, unit);
  }

  /** Begins a piece of work whose speed is shown: beside the bar, or on a line now and then. */
  private Step beginRows(Pace pace, String what, long total) {
    if (!terminal) {
      return new PacedLines(this, pace, Clock.SYSTEM::nanoTime);
    }
    ProgressBar shown = bar(what, total, "rows").setEtaFunction(state -> pace.left()).build();
    return new Step() {
      @Override
      public void advance(long amount) {
        pace.advance(amount);
        shown.stepBy(amount);
        shown.setExtraMessage(pace.rateText());
      }

      @Override
      public void skip(long amount) {
        pace.skip(amount);
        shown.stepBy(amount);
      }

      @Override
      public void close() {
        shown.close();
        hideBar();
      }
    };
  }

  @Override
  public Step beginQuietly(String what, long total, String unit) {
    if (!terminal) {
      return SILENT.begin(what, total, unit);
    }
    ProgressBar shown = bar(what, total, unit).build();
    return new Step() {
      @Override
      public void advance(long amount) {
        shown.stepBy(amount);
      }

      @Override
      public void close() {
        shown.close();
        hideBar();
      }
    };
  }

  @Override
  public String program() {
    return CommandLineRunner.Version.text();
  }

  @Override
  public int columns() {
    return columns;
  }

  private ProgressBarBuilder bar(String what, long total, String unit) {
    boolean bytes = unit.equals("B");
    return new ProgressBarBuilder()
        .setTaskName(what)
        .setInitialMax(total)
        .setStyle(ProgressBarStyle.ASCII)
        .setUnit(bytes ? "MB" : " " + unit, bytes ? 1_000_000 : 1)
        .setUpdateIntervalMillis(200)
        .setConsumer(new DelegatingProgressBarConsumer(this::showBar, BAR_WIDTH));
  }

  private synchronized void above(PrintStream stream, String line) {
    String kept = bar;
    hideBar();
    stream.println(line);
    stream.flush();
    if (!kept.isEmpty()) {
      showBar(kept);
    }
  }

  private synchronized void showBar(String text) {
    bar = text.strip();
    err.print(CLEAR_LINE + bar);
    err.flush();
  }

  private synchronized void hideBar() {
    if (!bar.isEmpty()) {
      err.print(CLEAR_LINE);
      err.flush();
      bar = "";
    }
  }
}
