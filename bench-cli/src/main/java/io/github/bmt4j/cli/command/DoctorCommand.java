package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.DriverChoice;
import io.github.bmt4j.cli.options.DriverNames;
import io.github.bmt4j.cli.options.JobOptions;
import io.github.bmt4j.cli.options.LoadOptions;
import io.github.bmt4j.cli.options.NodeOptions;
import io.github.bmt4j.cli.options.RunClusterOptions;
import io.github.bmt4j.cli.options.ScriptOptions;
import io.github.bmt4j.cli.options.ServerSeriesOptions;
import io.github.bmt4j.cli.options.Servers;
import io.github.bmt4j.cli.options.StatementOptions;
import io.github.bmt4j.cli.options.Threads;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.preflight.ClientFacts;
import io.github.bmt4j.preflight.Doctor;
import io.github.bmt4j.preflight.Doctor.Severity;
import io.github.bmt4j.preflight.DoctorReport;
import io.github.bmt4j.preflight.DoctorReport.Diagnosis;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code bmt doctor}: looks for obstacles to a run, and changes nothing. */
@Command(
    name = "doctor",
    customSynopsis = {
      "${COMMAND-FULL-NAME} [<workload>] [options of run]",
      "${COMMAND-FULL-NAME} <file.sql>[@<weight>]… [options of run]"
    },
    description = {
      "Checks what would prevent a run or distort its figures, and says what to do.",
      "",
      "Takes the options of run and changes nothing on the server. Exits with code 1 when the run"
          + " would fail."
    },
    footer = "  ${COMMAND-FULL-NAME} oltp_read_write --threads 64 --url jdbc:mariadb://db/sbtest")
public final class DoctorCommand extends WorkloadCommand {
  private static final String DEFAULT_WORKLOAD = "oltp_read_write";

  @Mixin JobOptions job;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "<file.sql>",
      description = "more files of your own SQL")
  List<String> files = new ArrayList<>();

  @Mixin ScriptOptions scripts;
  @Mixin LoadOptions load;
  @Mixin ServerSeriesOptions sampled;
  @Mixin DriverChoice driver;
  @Mixin RunClusterOptions cluster;
  @Mixin NodeOptions nodes;

  @Mixin StatementOptions statements;

  @Option(
      names = "--output",
      paramLabel = "<form>",
      defaultValue = "text",
      description = "text (default) or json")
  String output;

  @Spec CommandSpec spec;

  /** The command in picocli's form: the name of the workload may be left out. */
  @Override
  public CommandLine line(CommandLine.IFactory factory) {
    CommandLine line = super.line(factory);
    CommandSpec spec = line.getCommandSpec();
    PositionalParamSpec workload = spec.positionalParameters().get(0);
    spec.remove(workload);
    spec.addPositional(
        PositionalParamSpec.builder(workload)
            .arity("0..1")
            .required(false)
            .defaultValue(DEFAULT_WORKLOAD)
            .description("see ${ROOT-COMMAND-NAME} list (default " + DEFAULT_WORKLOAD + ")")
            .build());
    Stream.of("--check", "--explain").forEach(name -> spec.remove(spec.findOption(name)));
    return line;
  }

  @Override
  public Integer call() throws TargetException {
    ParseResult parsed = spec.commandLine().getParseResult();
    Predicate<String> given = parsed::hasMatchedOption;
    boolean json = Checks.choice("--output", output, "text", "json").equals("json");
    if (json) {
      context.screen().keepOutputForResults();
    }
    Workload found = scripts.found(job, files, workloadOptions, context.screen()::say);
    if (StatementTiming.isWanted(found, given)) {
      cluster.checkNone();
      DriverChoice.noneIn(given);
      job.target.spec(UrlKind.OWN);
      Need need =
          new StatementTiming(context, job, load, sampled, statements).need(workloadOptions);
      return diagnose(
          job.target.servers(UrlKind.OWN, StatementTiming.threads(job)),
          targets -> need,
          null,
          StatementTiming.threads(job),
          LoadDriver.own(DriverWish.OWN));
    }
    DriverWish wish = driver.wish(given);
    JobOptions.Wanted wanted =
        job.load(
            found,
            workloadOptions.params(found),
            Threads.of(job.threads),
            load,
            new JobOptions.Around(
                cluster, nodes, scripts, sampled, UrlKind.of(wish), parsed.matchedOptions()));
    Servers servers = wanted.servers();
    servers.check();
    LoadDriver loaded = DriverNames.open(wish, servers.specs(), context.screen());
    Job checked = wanted.job();
    return diagnose(
        servers,
        targets -> checked.need(loaded.wanted(checked.psMode(), targets)),
        checked,
        checked.threads(),
        loaded);
  }

  private int diagnose(
      Servers servers,
      Function<List<Target>, Need> need,
      @Nullable Job load,
      int threads,
      LoadDriver loaded)
      throws TargetException {
    Screen screen = context.screen();
    // Read before bmt starts a server, which loads the machine, too.
    ClientFacts client = ClientFacts.read(Clock.SYSTEM);
    return context.look(
        servers,
        (server, engine) -> {
          List<Target> targets = servers.targets(server);
          Doctor doctor =
              new Doctor(
                  Clock.SYSTEM,
                  client,
                  engine::tried,
                  engines -> load == null ? List.of() : load.engineNotes(engines));
          RoundRobin dealt =
              load == null ? new RoundRobin(targets.size()) : load.roundRobin(targets.size());
          Diagnosis diagnosis =
              new Diagnosis(
                  Diagnosis.SCHEMA,
                  job.workload,
                  threads,
                  targets.stream().map(Target::description).collect(Collectors.joining(" ")),
                  doctor.findings(
                      targets, nodes.watched(server), need.apply(targets), dealt, loaded));
          if (context.shutdown().stop().given()) {
            throw new TargetException("stopped before all checks were done");
          }
          screen.result(
              output.equalsIgnoreCase("json")
                  ? ResultJson.write(diagnosis) + "\n"
                  : DoctorReport.text(diagnosis, screen.columns()));
          return diagnosis.count(Severity.ERROR) == 0 ? ExitCode.VALID : ExitCode.INVALID;
        });
  }
}
