package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.DriverChoice;
import io.github.bmt4j.cli.options.DriverNames;
import io.github.bmt4j.cli.options.JobOptions;
import io.github.bmt4j.cli.options.LoadOptions;
import io.github.bmt4j.cli.options.RunClusterOptions;
import io.github.bmt4j.cli.options.StatementOptions;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.preflight.ClientFacts;
import io.github.bmt4j.preflight.Doctor;
import io.github.bmt4j.preflight.Doctor.Severity;
import io.github.bmt4j.preflight.DoctorReport;
import io.github.bmt4j.preflight.DoctorReport.Diagnosis;
import io.github.bmt4j.preflight.Need;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Spec;

/** {@code bmt doctor}: checks what would prevent a run, and changes nothing. */
@Command(
    name = "doctor",
    customSynopsis = "${COMMAND-FULL-NAME} [<workload>] [options of run]",
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
  @Mixin LoadOptions load;
  @Mixin DriverChoice driver;
  @Mixin RunClusterOptions cluster;

  @Mixin StatementOptions statements;

  @Mixin StoreOptions store;

  @Spec CommandSpec spec;

  /** The command as picocli takes it: the name of the workload may be left out. */
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
    return line;
  }

  @Override
  public Integer call() throws TargetException {
    Predicate<String> given = spec.commandLine().getParseResult()::hasMatchedOption;
    job.cluster = cluster;
    store.json();
    if (StatementTiming.isWanted(job.found(), given)) {
      job.checkOneServer();
      DriverChoice.noneIn(given);
      job.target.spec();
      Need need = new StatementTiming(context, job, load, statements, store).need(workloadOptions);
      return diagnose(
          targets -> need, engines -> List.of(), job.threads(), LoadDriver.own(DriverWish.OWN));
    }
    DriverWish wish = driver.wish(given);
    job.target.takeUrlsOf(wish);
    Job wanted = job.job(workloadOptions, load);
    job.check();
    LoadDriver loaded = DriverNames.open(wish, job.target.specs(), context.screen());
    return diagnose(
        targets -> wanted.need(loaded.wanted(wanted.psMode(), targets)),
        wanted::engineNotes,
        wanted.scenario().load().threads(),
        loaded);
  }

  private int diagnose(
      Function<List<Target>, Need> need,
      Function<SortedSet<String>, List<String>> engineNotes,
      int threads,
      LoadDriver loaded)
      throws TargetException {
    Screen screen = context.screen();
    if (store.json()) {
      screen.keepOutputForResults();
    }
    // Before bmt starts a server, which is work too.
    ClientFacts client = ClientFacts.read(Clock.SYSTEM);
    return context.look(
        job,
        (server, engine) -> {
          List<Target> targets = job.targets(server);
          Doctor doctor = new Doctor(Clock.SYSTEM, client, engine::tried, engineNotes);
          Diagnosis diagnosis =
              new Diagnosis(
                  Diagnosis.SCHEMA,
                  job.workload,
                  threads,
                  targets.stream().map(Target::description).collect(Collectors.joining(" ")),
                  doctor.findings(targets, need.apply(targets), loaded));
          if (context.shutdown().stop().given()) {
            throw new TargetException("stopped before all checks were done");
          }
          screen.result(
              store.json()
                  ? ResultJson.write(diagnosis) + "\n"
                  : DoctorReport.text(diagnosis, screen.columns()));
          return diagnosis.count(Severity.ERROR) == 0 ? ExitCode.VALID : ExitCode.INVALID;
        });
  }
}
