package io.github.bmt4j.catchup;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The catch-ups that the user requested.
 *
 * @param outside the user's replica; absent where bmt starts the servers
 */
public record CatchUpOrder(
    Job job,
    TargetSpec target,
    StartOptions start,
    Topology topology,
    @Nullable Outside outside,
    CatchUpScenario scenario) {
  /**
   * The user's replica.
   *
   * @param stop statement that stops replication there; absent to stop only the applier
   */
  public record Outside(
      TargetSpec.External replica, @Nullable String stop, @Nullable String start) {
    public CatchUpScenario.Outside scenario() {
      return new CatchUpScenario.Outside(replica.word(), redacted(stop), redacted(start));
    }

    private static @Nullable String redacted(@Nullable String given) {
      return given == null ? null : Redacted.text(given, Redacted.in(given));
    }
  }

  /** The server options of a setting, in the form of a command line. */
  static List<String> options(String setting) {
    return setting.isEmpty()
        ? List.of()
        : new ServerOptions(List.of(setting.split("\\s+", -1))).arguments();
  }

  List<StartOptions> starts() {
    return scenario.replicaSettings().stream()
        .map(
            setting ->
                new StartOptions(
                    start.cache(),
                    start.data(),
                    Stream.concat(
                            start.serverOptions().stream(),
                            options(setting).stream().map(option -> option.substring(2)))
                        .toList(),
                    start.connections()))
        .toList();
  }

  void check() {
    BadInputException.check(
        job.workload().writes(job.params()),
        "--workload",
        "=" + job.scenario().workload() + " writes nothing that a replica could apply");
    if (target instanceof TargetSpec.Container) {
      throw new BadInputException(
          "--target",
          "="
              + target.word()
              + ": catch-up copies its replica's data: choose --target embedded or local");
    }
    List<String> settings = scenario.replicaSettings();
    BadInputException.check(
        new HashSet<>(settings).size() >= settings.size(), "--settings", ": give each once");
    List<String> always =
        start.serverOptions().stream()
            .map(option -> "--" + option)
            .map(CatchUpOrder::name)
            .toList();
    for (String setting : settings) {
      for (String option : options(setting)) {
        BadInputException.check(
            !always.contains(name(option)),
            "--settings",
            "=" + setting + ": --server-option sets " + name(option) + " too");
      }
    }
  }

  private static String name(String option) {
    return option.replaceFirst("=.*", "").replaceFirst("^--", "").replace('_', '-');
  }
}
