package io.github.bmt4j.experiment;

import java.util.function.BiFunction;

/**
 * A result as a whole on standard output; everything else goes to standard error.
 *
 * @param text of a result with its labels and command line
 */
record WholeForm(String name, BiFunction<Result, Given, String> text) implements ReportForm {
  @Override
  public ReportWriter open(Output output) {
    return new Writer(output, text);
  }

  private record Writer(Output output, BiFunction<Result, Given, String> text)
      implements ReportWriter {
    @Override
    public void ended(Runner.Outcome<?> outcome) {
      output.result(text.apply(outcome.result(), outcome.given()));
      stored(outcome);
    }

    @Override
    public void show(RunStore.Stored stored) {
      output.result(text.apply(stored.result(), stored.given()));
    }
  }
}
