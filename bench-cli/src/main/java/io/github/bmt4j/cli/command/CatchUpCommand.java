package io.github.bmt4j.cli.command;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.catchup.CatchUpExperiment;
import io.github.bmt4j.catchup.CatchUpOrder;
import io.github.bmt4j.catchup.CatchUpResult;
import io.github.bmt4j.catchup.CatchUpScenario;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.ClusterOptions;
import io.github.bmt4j.cli.options.Converters;
import io.github.bmt4j.cli.options.EndpointLogins;
import io.github.bmt4j.cli.options.Marked;
import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.ServerSeriesOptions;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.options.TargetOptions;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.options.Within;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.server.Topology;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt catch-up}: how fast a replica applies a backlog. */
@Command(
    name = "catch-up",
    description = {
      "Measures how fast a replica applies a backlog of known size.",
      "",
      "bmt starts a primary and a replica, stops applying on the replica while a load runs,"
          + " and times how long the replica then takes. Settings of the replica are compared on"
          + " the same backlog, in turn. For your own servers, give --url and --replica."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} --backlog 30s --settings '' --settings slave_parallel_threads=4",
      "  ${COMMAND-FULL-NAME} --during-load --give-up 5m --threads 16",
      "  ${COMMAND-FULL-NAME} --url jdbc:mariadb://primary/app \\",
      "      --replica jdbc:mariadb://replica/app \\",
      "      --stop-command 'CALL mysql.rds_stop_replication' \\",
      "      --start-command 'CALL mysql.rds_start_replication'"
    })
@Section("Catch-up")
public final class CatchUpCommand extends WorkloadCommand {
  private static final int NODES = 2;
  private static final int CONNECTIONS_BESIDE = 10;

  @Within(least = 1)
  @Option(
      names = "--backlog",
      order = Section.USUAL,
      paramLabel = "<s>",
      defaultValue = "30",
      description = "how long the load runs while nothing is applied (default ${DEFAULT-VALUE} s)")
  Duration backlog;

  @Option(
      names = "--workload",
      order = Section.USUAL,
      paramLabel = "<workload>",
      defaultValue = "oltp_write_only",
      description = "load that creates the backlog (default ${DEFAULT-VALUE})")
  String workload;

  @Option(
      names = "--threads",
      order = Section.USUAL,
      paramLabel = "<n>",
      defaultValue = "8",
      description = "threads of the load (default ${DEFAULT-VALUE})")
  int threads;

  @Option(
      names = "--settings",
      order = Section.USUAL,
      paramLabel = "<option=value …>",
      description =
          "server options of the replica, separated by spaces, such as"
              + " 'slave_parallel_threads=4'; repeat for each setting to compare; '' for none"
              + " (default)")
  List<String> settings = new ArrayList<>();

  @Within(least = 1, most = 1000)
  @Option(
      names = "--rounds",
      order = Section.USUAL,
      paramLabel = "<n>",
      defaultValue = "5",
      description =
          "how often each setting is measured, in turn (default ${DEFAULT-VALUE}; settings are"
              + " ranked from 3 on)")
  int rounds;

  @Option(
      names = "--during-load",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      defaultValue = "off",
      description = "continue the load while the replica catches up (default ${DEFAULT-VALUE})")
  boolean duringLoad;

  @Within(least = 1)
  @Option(
      names = "--give-up",
      paramLabel = "<s>",
      defaultValue = "10m",
      description = "end a catch-up after this time (default ${DEFAULT-VALUE})")
  Duration giveUp;

  @Marked(Mark.HIDDEN)
  @Option(
      names = "--replica",
      paramLabel = "<jdbc-url>",
      description = "your own replica of --url; BMT_USER_2 and BMT_PASSWORD_2 if its login differs")
  @Nullable String replica;

  @Marked(Mark.HIDDEN)
  @Option(
      names = "--stop-command",
      paramLabel = "<sql>",
      description =
          "statement that stops replication on --replica (default: STOP REPLICA SQL_THREAD)")
  @Nullable String stopCommand;

  @Marked(Mark.HIDDEN)
  @Option(
      names = "--start-command",
      paramLabel = "<sql>",
      description = "statement that starts it again (default: START REPLICA SQL_THREAD)")
  @Nullable String startCommand;

  @Mixin ClusterOptions cluster;
  @Mixin TargetOptions target;
  @Mixin ServerSeriesOptions sampled;
  @Mixin StoreOptions store;

  @Override
  public Integer call() throws TargetException {
    return context.run(CatchUpResult.KIND, store, this::experiment);
  }

  /** The experiment that the user requested, validated; no server is touched. */
  public CatchUpExperiment experiment() {
    TargetSpec spec = target.spec(UrlKind.OWN);
    Workload found = Catalogue.byName(workload);
    Job job = target.job(found, workloadOptions.params(found), threads, sampled);
    Topology topology = cluster.topology(NODES);
    CatchUpOrder.Outside outside = outside(spec);
    CatchUpExperiment experiment =
        new CatchUpExperiment(
            new CatchUpOrder(
                job,
                spec,
                target.start(threads + CONNECTIONS_BESIDE),
                topology,
                outside,
                new CatchUpScenario(
                    job.scenario(),
                    outside == null ? topology.text() : null,
                    outside == null ? null : outside.scenario(),
                    Converters.seconds(backlog),
                    settings.isEmpty() ? List.of("") : settings,
                    rounds,
                    duringLoad,
                    Converters.seconds(giveUp))));
    experiment.check();
    return experiment;
  }

  private CatchUpOrder.@Nullable Outside outside(TargetSpec spec) {
    if (!(spec instanceof TargetSpec.External primary)) {
      Checks.check(
          replica == null && stopCommand == null && startCommand == null,
          "--replica",
          ", --stop-command and --start-command require --url, the primary");
      return null;
    }
    String url = replica;
    if (url == null) {
      Checks.check(false, "--url", ", the primary, requires --replica, the URL of its replica");
      return null;
    }
    UrlKind.OWN.check("--replica", url);
    Checks.check(
        !cluster.anything(), "--topology", " is for servers that bmt starts, not for --url");
    Checks.check(
        settings.stream().allMatch(String::isBlank),
        "--settings",
        " is for servers that bmt starts: set them on your own replica, and compare"
            + " results with "
            + bmt("compare"));
    Checks.check(
        (stopCommand == null) == (startCommand == null),
        "give --stop-command and --start-command together");
    return new CatchUpOrder.Outside(
        EndpointLogins.endpoint(
            2, new TargetSpec.External(url, primary.user(), primary.password()), System::getenv),
        stopCommand,
        startCommand);
  }
}
