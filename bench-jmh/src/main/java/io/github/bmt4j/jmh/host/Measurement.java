package io.github.bmt4j.jmh.host;

import io.github.bmt4j.engine.play.WorkFolder;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jmh.fork.Handover;
import io.github.bmt4j.jmh.fork.WorkloadChoice;
import io.github.bmt4j.jmh.host.JmhRun.Place;
import io.github.bmt4j.jmh.host.Selection.LeftOut;
import io.github.bmt4j.jmh.profile.FailoverFiguresProfiler;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.JmhCircumstances;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
final class Measurement {
  private final CommandLineOptions options;
  private final Words words;
  private final Selection selection;
  private final Places places;
  private final Notes notes;

  Measurement(
      CommandLineOptions options, Words words, Selection selection, Places places, Notes notes) {
    this.options = options;
    this.words = words;
    this.selection = selection;
    this.places = places;
    this.notes = notes;
  }

  /**
   * Measures.
   *
   * @param file gets the results, also when Ctrl-C ends the JVM
   * @return whether every benchmark gave a result
   */
  boolean run(ResultFile file) throws TargetException, IOException {
    List<JmhRun> runs = runs();
    List<Environment> environments = places.environments();
    KeptResults kept = new KeptResults(output());
    Thread hook =
        new Thread(
            () ->
                file.write(
                    kept.results(), new JmhCircumstances(environments, List.of("broken off"))),
            "bmt-results");
    Runtime.getRuntime().addShutdownHook(hook);
    try (WorkFolder folder = WorkFolder.create("bmt-jmh")) {
      Path handover = folder.path().resolve("handover.json");
      places.handover().write(handover);
      System.setProperty(Handover.PROPERTY, handover.toString());
      boolean complete = true;
      for (JmhRun run : runs) {
        complete &= run(run, handover, kept);
      }
      if (!kept.results().isEmpty()) {
        kept.finish();
      }
      List<String> failed = kept.withoutResult();
      file.write(
          kept.results(),
          new JmhCircumstances(
              environments, failed.stream().map(name -> name + " failed").toList()));
      Runtime.getRuntime().removeShutdownHook(hook);
      return complete && failed.isEmpty();
    }
  }

  private boolean run(JmhRun run, Path handover, KeptResults kept) {
    try {
      new Runner(options(run, handover), kept).run();
      return true;
    } catch (RunnerException e) {
      notes.say("bmt: " + String.valueOf(e.getMessage()).replaceFirst("^ERROR: ", ""));
      return false;
    }
  }

  /** What runs, after a line for everything that cannot. */
  private List<JmhRun> runs() {
    Map<Place, List<LeftOut>> leftOut =
        places.leftOut(selection, JavaVersion.of(options.getJvm().orElse("")));
    leftOut.values().stream()
        .flatMap(List::stream)
        .distinct()
        .forEach(one -> notes.say("Left out: " + one.name() + ", as " + one.reason()));
    List<JmhRun> runs =
        leftOut.isEmpty()
            ? List.of(new JmhRun(words.urls(), List.of(), Set.of()))
            : JmhRun.plan(leftOut, selection.names(), selection.without("driver"));
    if (runs.isEmpty()) {
      throw new BadInputException("nothing is left to run");
    }
    return runs;
  }

  private Options options(JmhRun run, Path handover) {
    Collection<String> given = options.getJvmArgsAppend().orElse(List.of());
    List<String> append = new ArrayList<>(given);
    append.add("-D" + Handover.PROPERTY + "=" + handover);
    ChainedOptionsBuilder builder =
        new OptionsBuilder().parent(options).jvmArgsAppend(append.toArray(String[]::new));
    if (!selection.with("fault").isEmpty()) {
      builder.addProfiler(FailoverFiguresProfiler.class);
    }
    parameter(builder, "url", run.urls());
    parameter(builder, "driver", run.drivers());
    parameter(builder, "trigger", List.copyOf(places.triggers().keySet()));
    parameter(builder, "workload", WorkloadChoice.names(selection.values("workload")));
    run.leftOut().forEach(name -> builder.exclude("^" + Pattern.quote(name) + "$"));
    return builder.build();
  }

  private static void parameter(ChainedOptionsBuilder builder, String name, List<String> values) {
    if (!values.isEmpty()) {
      builder.param(name, values.toArray(String[]::new));
    }
  }

  private OutputFormat output() throws IOException {
    PrintStream stream =
        options.getOutput().hasValue()
            ? new PrintStream(
                new FileOutputStream(options.getOutput().get()), true, StandardCharsets.UTF_8)
            : new PrintStream(new FilterOutputStream(System.out), true, StandardCharsets.UTF_8);
    return OutputFormatFactory.createFormatInstance(
        stream, options.verbosity().orElse(VerboseMode.NORMAL));
  }
}
