package io.github.bmt4j.experiment;

import com.google.auto.service.AutoService;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.MarkdownView;

/**
 * The result in Markdown on standard output, for an issue or a wiki; everything else goes to
 * standard error.
 */
@AutoService(ReportForm.class)
public final class MarkdownForm implements ReportForm {
  @Override
  public String name() {
    return "markdown";
  }

  @Override
  public ReportWriter open(Output output) {
    return new Writer(output);
  }

  private record Writer(Output output) implements ReportWriter {
    @Override
    public void ended(Runner.Outcome<?> outcome) {
      show(ResultKinds.of(outcome.result()).description(outcome.result(), null));
      stored(outcome);
    }

    @Override
    public void show(RunStore.Stored stored) {
      show(ResultKinds.of(stored.result()).description(stored.result(), null));
    }

    private void show(Description result) {
      output.result(MarkdownView.of(result));
    }
  }
}
