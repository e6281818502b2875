package io.github.bmt4j.failover;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failover.FailoverTrial.Recording;
import io.github.bmt4j.failover.client.ClientProcesses;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.report.OperationsFile;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.WorkFolder;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.sampling.ServerScenario;
import io.github.bmt4j.sampling.ServerWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Session of an experiment that performs trials: servers, their series, temporary files, notes. */
public abstract class TrialSession<R extends Result> implements Experiment.Session<R> {
  protected final Context context;
  protected final PartSeries series;
  protected final List<String> warnings = new ArrayList<>();

  /** Reasons why files are missing in the result's folder. */
  protected final Set<Reason> unstored = new LinkedHashSet<>();

  private final WorkFolder work;
  private @Nullable TestCluster servers;
  private @Nullable Environment environment;

  /**
   * @param name beginning of the name of the folder for temporary files
   * @param sampled figures that are read from the servers; absent for the default
   */
  protected TrialSession(String name, @Nullable ServerScenario sampled, Context context)
      throws TargetException {
    this.context = context;
    this.series = new PartSeries(sampled, context);
    try {
      work = WorkFolder.create(name);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private static TargetException unwritable(IOException cause) {
    return new TargetException("cannot write files: " + cause.getMessage(), cause);
  }

  /** Starts or finds the servers. */
  protected abstract TestCluster open(Path folder) throws TargetException;

  /**
   * Opens the servers, and checks that the application can work there; closes all if it cannot.
   *
   * @param writes true if the application writes
   */
  public final void open(boolean writes) throws TargetException {
    try (CloseOnFailure opened = new CloseOnFailure(this::close)) {
      servers = open(work.path());
      warnings.addAll(servers.checkSessions(writes));
      servers.ready(context.stop()::given);
      environment = servers.environment(servers.plan());
      opened.succeeded();
    }
  }

  protected final TestCluster servers() {
    return Objects.requireNonNull(servers, "open");
  }

  protected final Environment environment() {
    return Objects.requireNonNull(environment, "open");
  }

  protected final Path work() {
    return work.path();
  }

  /**
   * Performs a trial on servers that are ready, and stores every operation.
   *
   * @param number from 1
   * @param part name of its series of the servers
   * @param origin moment from which stored times count
   */
  protected final Recording perform(
      int number,
      String part,
      TrialTimes times,
      TrialLines lines,
      Work result,
      ToLongFunction<Recording> origin)
      throws TargetException {
    ProbePlan plan = servers().plan();
    Path folder = work.path().resolve("trial" + number);
    try {
      Files.createDirectory(folder);
    } catch (IOException e) {
      throw unwritable(e);
    }
    series.into(result.folder().path());
    Recording recording;
    try (ServerWatch watch = series.begin(part, servers().sampled())) {
      recording =
          new FailoverTrial(servers(), times, context.clock(), context.stop(), lines)
              .perform(
                  () -> {
                    try (Progress.Step step =
                        context.progress().begin("Starting the application", -1, "")) {
                      return ClientProcesses.start(
                          plan, folder, servers().javaOptions(), context.clock());
                    }
                  });
      watch.loadEnded(
          origin.applyAsLong(recording),
          recording.moments().fromNanos(),
          recording.moments().endNanos());
    }
    new OperationsFile(result.folder().path())
        .add(number, recording.client().operations(), origin.applyAsLong(recording))
        .map(Code.NOT_STORED::of)
        .ifPresent(unstored::add);
    return recording;
  }

  /** Moves a file of the work folder, if it is there, to a folder of the result. */
  protected final void keep(String name, Path folder) {
    Path file = work.path().resolve(name);
    try {
      if (Files.exists(file)) {
        Files.createDirectories(folder);
        Files.move(file, folder.resolve(name));
      }
    } catch (IOException e) {
      unstored.add(
          Code.NOT_STORED.of("cannot write " + folder.resolve(name) + ": " + e.getMessage()));
    }
  }

  @Override
  public final void close() {
    try (work) {
      if (servers != null) {
        servers.close();
      }
    }
  }
}
