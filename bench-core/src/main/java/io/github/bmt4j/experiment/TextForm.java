package io.github.bmt4j.experiment;

import com.google.auto.service.AutoService;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;

/** Lines while it goes on, and the result as text, on standard output. */
@AutoService(ReportForm.class)
public final class TextForm implements ReportForm {
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
      what.text().lines().forEach(output::line);
    }

    @Override
    public void line(String line) {
      output.line(line);
    }

    @Override
    public Progress.Step step(String what, long total, String unit) {
      return output.beginQuietly(what, total, unit);
    }

    @Override
    public void ended(Runner.Outcome<?> outcome) {
      output.result(text(outcome.result()));
      stored(output, outcome);
    }

    @Override
    public void show(RunStore.Stored stored) {
      output.result(stored.text());
    }
  }

  private static String text(Result result) {
    return textOf(ResultKinds.of(result), result);
  }

  private static <R extends Result> String textOf(ResultKind<R> kind, Result result) {
    return kind.summary(kind.type().cast(result));
  }

  /** Says where the result is, or that it is nowhere. */
  public static void stored(Output output, Runner.Outcome<?> outcome) {
    output.say(outcome.folder() == null ? "NOT STORED: see above" : "stored   " + outcome.folder());
  }
}
