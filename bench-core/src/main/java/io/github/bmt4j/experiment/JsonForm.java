package io.github.bmt4j.experiment;

import com.google.auto.service.AutoService;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;

/** The stored result on standard output; everything else goes to standard error. */
@AutoService(ReportForm.class)
public final class JsonForm implements ReportForm {
  @Override
  public String name() {
    return "json";
  }

  @Override
  public String summary() {
    return "the stored result, and nothing else, on standard output";
  }

  @Override
  public ReportWriter open(Output output) {
    return new Writer(output);
  }

  private record Writer(Output output) implements ReportWriter {
    @Override
    public void started(Started what, Path folder) {
      what.text().lines().forEach(output::say);
    }

    @Override
    public void line(String line) {
      output.say(line);
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
      output.result(ResultJson.write(outcome.result()) + "\n");
      TextForm.stored(output, outcome);
    }

    @Override
    public void show(RunStore.Stored stored) {
      output.result(ResultJson.write(stored.result()) + "\n");
    }
  }
}
