package io.github.bmt4j.experiment;

import static io.github.bmt4j.report.Lines.wrapped;

import java.nio.file.Path;

/** Lines of a running experiment, and the result as text, on standard output. */
final class TextForm implements ReportForm {
  @Override
  public String name() {
    return "text";
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

    /** Shows the head, too, if it was not shown before. */
    @Override
    public void ended(Runner.Outcome<?> outcome) {
      ResultKind<?> kind = ResultKind.of(outcome.result());
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
}
