package io.github.bmt4j.cli;

import io.github.bmt4j.doctor.ClientFacts;
import io.github.bmt4j.doctor.Diagnosis;
import io.github.bmt4j.doctor.DiagnosisJson;
import io.github.bmt4j.doctor.Doctor;
import io.github.bmt4j.doctor.Severity;
import io.github.bmt4j.engine.Job;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.report.DoctorReport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;

/** {@code bmt doctor}: says what stands in the way of a run, and touches nothing. */
@Command(
    name = "doctor",
    customSynopsis = "./bmt doctor [<workload>] [options of run]",
    description =
        "Says what stands in the way of a run, or would spoil its figures, and what to do. Takes the words of run and changes nothing on the server. Ends with 1 when the run could not be made.",
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class DoctorCommand implements Callable<Integer> {
  private static final String DEFAULT_WORKLOAD = "oltp_read_write";

  private final Workshop workshop;
  private final WorkloadOptions workloadOptions;

  @Mixin JobOptions job;
  @Mixin LoadOptions load;

  @Mixin StatementOptions statements;

  @Option(
      names = "--output",
      paramLabel = "<form>",
      defaultValue = "text",
      description =
          "text (default), or json: the findings on standard output, and nothing else there")
  String output;

  @Option(
      names = "--runs-dir",
      hidden = true,
      description = "a word of run; nothing is stored here")
  Path runs;

  DoctorCommand(Workshop workshop, WorkloadOptions workloadOptions) {
    this.workshop = workshop;
    this.workloadOptions = workloadOptions;
  }

  /** The command as picocli takes it: the name of the workload may be left out. */
  CommandLine commandLine() {
    CommandLine line = new CommandLine(this);
    CommandSpec spec = line.getCommandSpec();
    PositionalParamSpec workload = spec.positionalParameters().get(0);
    spec.remove(workload);
    spec.addPositional(
        PositionalParamSpec.builder(workload)
            .arity("0..1")
            .required(false)
            .defaultValue(DEFAULT_WORKLOAD)
            .description("one of ./bmt list (default " + DEFAULT_WORKLOAD + ")")
            .build());
    return line;
  }

  @Override
  public Integer call() throws TargetException {
    boolean json = Checks.choice("--output", output, "text", "json").equals("json");
    Job wanted = job.job(workloadOptions, load);
    Screen screen = workshop.screen();
    if (json) {
      screen.keepOutputForResults();
    }
    // Before a server of ours starts, which is work too.
    ClientFacts client = ClientFacts.read(Clock.SYSTEM);
    return workshop.with(
        job,
        (lab, engine) -> {
          Doctor doctor = new Doctor(Clock.SYSTEM, client);
          Diagnosis diagnosis =
              new Diagnosis(
                  Diagnosis.SCHEMA,
                  wanted.scenario().workload(),
                  wanted.scenario().threads(),
                  lab.target().description(),
                  doctor.findings(lab.target(), wanted.need()));
          screen.result(
              json ? DiagnosisJson.write(diagnosis) + "\n" : DoctorReport.text(diagnosis));
          return diagnosis.count(Severity.ERROR) == 0 ? ExitCode.VALID : ExitCode.INVALID;
        });
  }
}
