package io.github.bmt4j.experiment;

import com.google.auto.service.AutoService;

/** The stored result on standard output; everything else goes to standard error. */
@AutoService(ReportForm.class)
public final class JsonForm implements ReportForm {
  @Override
  public String name() {
    return "json";
  }

  @Override
  public ReportWriter open(Output output) {
    return new Writer(output);
  }

  private record Writer(Output output) implements ReportWriter {
    @Override
    public void ended(Runner.Outcome<?> outcome) {
      output.result(ResultJson.write(outcome.result(), outcome.given()) + "\n");
      stored(outcome);
    }

    @Override
    public void show(RunStore.Stored stored) {
      output.result(ResultJson.write(stored.result(), stored.given()) + "\n");
    }
  }
}
