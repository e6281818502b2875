package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One load, over one or more endpoints: connections are dealt over them in turn.
 *
 * @param driver of the load; tables are always made with bmt's own
 * @param intervalLines true if there is a line for each interval
 */
public record LoadExperiment(Job job, LoadTargets targets, LoadDriver driver, boolean intervalLines)
    implements Experiment<RunResult> {
  @Override
  public String name() {
    return job.scenario().workload();
  }

  @Override
  public void check() {
    job.check(targets.endpoints());
  }

  @Override
  public Experiment.Session<RunResult> open(Context context) throws TargetException {
    RunEndpoints reached = RunEndpoints.prepared(targets, job, job, List.of(job), driver, context);
    return reached.session(context, environment -> new Session(context, reached, environment));
  }

  private final class Session implements Experiment.Session<RunResult> {
    private final Job found;
    private final Context context;
    private final RunEndpoints reached;
    private final Environment environment;
    private @Nullable RunResult result;

    Session(Context context, RunEndpoints reached, Environment environment) {
      this.found = job.on(reached.engines());
      this.context = context;
      this.reached = reached;
      this.environment = environment;
    }

    @Override
    public Events.Started started() {
      return new Events.Started(
          found.scenario(), environment, RunSetup.of(found.scenario(), environment).text() + "\n");
    }

    @Override
    public boolean measure(Work work) throws TargetException {
      try (LoadEvents events = new LoadEvents(work.events(), found.scenario(), intervalLines)) {
        result =
            new Run(found, reached, context, environment)
                .execute(
                    work.folder(),
                    work.head().id(),
                    reached.warnings(),
                    events,
                    soFar -> {
                      result = soFar;
                      work.keep();
                    });
        return false;
      } catch (SQLException e) {
        throw targets.unusable(e);
      }
    }

    @Override
    public RunResult result(Head head) {
      return Objects.requireNonNull(result, "the load was measured");
    }

    @Override
    public Optional<String> end(Runnable keep) {
      return reached.cleanUp(job.workload(), context.clock(), keep);
    }

    @Override
    public void close() {
      reached.close();
    }
  }
}
