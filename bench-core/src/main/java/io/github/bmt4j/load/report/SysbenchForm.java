package io.github.bmt4j.load.report;

import com.google.auto.service.AutoService;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.experiment.Output;
import io.github.bmt4j.experiment.ReportForm;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.LoadInterval;
import io.github.bmt4j.load.run.LoadListener;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunScenario;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A load as sysbench 1.0.20 shows it: its report on standard output, and everything else on
 * standard error. The warm-up is not shown, because sysbench 1.0.20 has none.
 */
@AutoService(ReportForm.class)
public final class SysbenchForm implements ReportForm {
  @Override
  public String name() {
    return "sysbench";
  }

  @Override
  public boolean shows(String kind) {
    return kind.equals(RunResult.KIND);
  }

  @Override
  public ReportWriter open(Output output) {
    return new Writer(output);
  }

  private static final class Writer implements ReportWriter, LoadListener {
    private final Output output;
    private @Nullable SysbenchReport report;
    private @Nullable Double percentileMs;
    private boolean lines;

    Writer(Output output) {
      this.output = output;
    }

    @Override
    public Output output() {
      return output;
    }

    @Override
    public void started(Started what, Path folder) {
      ReportWriter.super.started(what, folder);
      report = new SysbenchReport((RunScenario) what.scenario(), output.program());
    }

    /** Lines of text are ignored: sysbench's form replaces them. */
    @Override
    public void line(String line) {}

    @Override
    public void begun(RunScenario scenario, boolean intervalLines) {
      lines = intervalLines;
      output.result(report().head(lines));
    }

    @Override
    public void ended(Measurement measured) {
      percentileMs =
          Percentiles.seen(
              measured.latencies().response(), report().scenario().times().percentile());
    }

    @Override
    public void interval(LoadInterval interval) {
      Interval measured = interval.measured();
      if (lines && !measured.warmup()) {
        output.result(
            report()
                .interval(
                    interval.figures(),
                    Percentiles.seen(
                        measured.latencies().response(), report().scenario().times().percentile()),
                    measured.end().underWay(),
                    measured.counts().of(Counter.ROLLBACKS)));
      }
    }

    @Override
    public void ended(Runner.Outcome<?> outcome) {
      RunResult result = (RunResult) outcome.result();
      output.result(report().result(result, percentileMs));
      RunTables.of(result, output.columns()).lines().forEach(output::say);
      new RunReport().judgement(result).lines().forEach(output::say);
      stored(outcome);
    }

    @Override
    public void show(RunStore.Stored stored) {
      throw new BadInputException(
          "--output", "=sysbench shows a run while it runs: choose text or json for a stored one");
    }

    private SysbenchReport report() {
      return Objects.requireNonNull(report, "the load has begun");
    }
  }
}
