package io.github.bmt4j.jmh.host;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jmh.fork.Failover;
import io.github.bmt4j.jmh.fork.Handover;
import io.github.bmt4j.jmh.fork.WorkloadChoice;
import io.github.bmt4j.jmh.host.JmhRun.Place;
import io.github.bmt4j.jmh.host.Selection.LeftOut;
import io.github.bmt4j.jmh.profile.FailoverFiguresProfiler;
import io.github.bmt4j.jmh.profile.WorkloadCountsProfiler;
import io.github.bmt4j.os.WorkFolder;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The chosen benchmarks on servers that are up: hands them over, lets JMH run, keeps results. */
record ChosenBenchmarks(
    JmhArguments arguments, Selection selection, HostServers servers, HostMessages messages) {
  /**
   * Measures.
   *
   * @param file gets the results, also when Ctrl-C ends the JVM
   * @param jars of the drivers under the values of {@code -p driver}
   * @return true if every benchmark gave a result
   */
  boolean run(ResultFile file, Map<String, String> jars) throws TargetException, IOException {
    List<JmhRun> runs = runs();
    List<Environment> environments = servers.environments(jars);
    KeptResults kept = new KeptResults(output());
    try (WorkFolder folder = WorkFolder.create("bmt-jmh")) {
      Path handover = folder.path().resolve("handover.json");
      AtomicBoolean written = new AtomicBoolean();
      Consumer<List<String>> writeOnce =
          problems -> {
            if (!written.getAndSet(true)) {
              List<Environment> all = new ArrayList<>(environments);
              all.addAll(Handover.measured(handover));
              file.write(kept.results(), new Circumstances(all, problems));
            }
          };
      Thread hook =
          new Thread(
              () -> {
                writeOnce.accept(List.of("broken off"));
                folder.close();
              },
              "bmt-results");
      Runtime.getRuntime().addShutdownHook(hook);
      servers.handover(jars, arguments.triggers()).write(handover);
      System.setProperty(Handover.PROPERTY, handover.toString());
      boolean complete = true;
      for (JmhRun run : runs) {
        complete &= run(run, handover, kept);
        if (!complete && options().shouldFailOnError().orElse(false)) {
          break;
        }
      }
      if (!kept.results().isEmpty()) {
        kept.finish();
      }
      List<String> problems = kept.problems();
      problems.forEach(problem -> messages.say("bmt: " + problem));
      writeOnce.accept(problems);
      return complete && problems.isEmpty();
    }
  }

  private CommandLineOptions options() {
    return arguments.options();
  }

  private boolean run(JmhRun run, Path handover, KeptResults kept) {
    try {
      new Runner(options(run, handover), kept.output()).run();
      return true;
    } catch (RunnerException e) {
      messages.say("bmt: " + String.valueOf(e.getMessage()).replaceFirst("^ERROR: ", ""));
      return false;
    }
  }

  private List<JmhRun> runs() {
    Map<Place, List<LeftOut>> leftOut =
        servers.leftOut(JavaVersion.of(options().getJvm().orElse("")));
    leftOut.values().stream()
        .flatMap(List::stream)
        .distinct()
        .forEach(one -> messages.say("Left out: " + one.name() + ", as " + one.reason()));
    List<JmhRun> runs =
        leftOut.isEmpty()
            ? List.of(new JmhRun(arguments.urls(), List.of(), Set.of()))
            : JmhRun.plan(leftOut, selection.names(), selection.onServers());
    BadInputException.check(!runs.isEmpty(), "nothing is left to run");
    return runs;
  }

  private Options options(JmhRun run, Path handover) {
    Collection<String> given = options().getJvmArgsAppend().orElse(List.of());
    List<String> append = new ArrayList<>(given);
    append.add("-D" + Handover.PROPERTY + "=" + handover);
    ChainedOptionsBuilder builder =
        new OptionsBuilder().parent(options()).jvmArgsAppend(append.toArray(String[]::new));
    if (!selection.with("fault").isEmpty()) {
      builder.addProfiler(FailoverFiguresProfiler.class);
      if (!arguments.triggers().isEmpty()) {
        parameter(builder, "fault", List.of(Failover.NOT_OURS));
        parameter(builder, "ha", List.of(Failover.NOT_OURS));
      }
    }
    if (!selection.with("psMode").isEmpty()) {
      builder.addProfiler(WorkloadCountsProfiler.class);
    }
    parameter(builder, "url", run.urls());
    parameter(builder, "driver", run.drivers());
    parameter(builder, "trigger", arguments.triggers().keySet());
    parameter(builder, "workload", WorkloadChoice.names(selection.values("workload")));
    run.leftOut().forEach(name -> builder.exclude("^" + Pattern.quote(name) + "$"));
    return builder.build();
  }

  private static void parameter(
      ChainedOptionsBuilder builder, String name, Collection<String> values) {
    if (!values.isEmpty()) {
      builder.param(name, values.toArray(String[]::new));
    }
  }

  private OutputFormat output() throws IOException {
    PrintStream stream =
        options().getOutput().hasValue()
            ? new PrintStream(
                new FileOutputStream(options().getOutput().get()), true, StandardCharsets.UTF_8)
            : System.out;
    return OutputFormatFactory.createFormatInstance(
        stream, options().verbosity().orElse(VerboseMode.NORMAL));
  }
}
