package io.github.bmt4j.catchup;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The catch-ups that the user requested.
 *
 * @param job the load that makes the backlog
 * @param target servers that bmt starts, or the user's primary
 * @param start how bmt starts servers
 * @param topology of servers that bmt starts
 * @param outside the user's replica; absent where bmt starts the servers
 * @param backlog how long the load runs while nothing is applied
 * @param settings server options of the replica, such as {@code slave_parallel_threads=4}, with
 *     spaces between several; empty for none
 * @param rounds how often each setting is measured
 * @param duringLoad whether the load goes on while the replica catches up
 * @param giveUp how long a catch-up may take
 */
public record CatchUpOrder(
    Job job,
    TargetSpec target,
    StartOptions start,
    Topology topology,
    @Nullable Outside outside,
    Duration backlog,
    List<String> settings,
    int rounds,
    boolean duringLoad,
    Duration giveUp) {
  public CatchUpOrder {
    settings = settings.stream().map(String::strip).toList();
  }

  /**
   * The user's replica.
   *
   * @param stop statement that stops replication there; absent to stop its applying alone
   * @param start statement that starts it again
   */
  public record Outside(
      TargetSpec.External replica, @Nullable String stop, @Nullable String start) {}

  /**
   * One catch-up.
   *
   * @param round from 1
   */
  record Case(String setting, int round) {}

  /** All catch-ups in their order: A B C A B C. */
  List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (String setting : settings) {
        cases.add(new Case(setting, round));
      }
    }
    return cases;
  }

  /** Returns true if all settings replay the same backlog, from a copy of the replica's data. */
  boolean sameBacklog() {
    return outside == null && !duringLoad;
  }

  /** Returns true if the replica receives what it lacks while it catches up, or after that. */
  boolean needsReceiving() {
    return duringLoad || (outside != null && outside.stop() != null);
  }

  /** The server options of a setting, in the form of a command line. */
  static List<String> options(String setting) {
    return setting.isEmpty()
        ? List.of()
        : new ServerOptions(List.of(setting.split("\\s+", -1))).arguments();
  }

  /** Start options of the replica for each setting. */
  List<StartOptions> starts() {
    return settings.stream()
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

  /** Refuses what makes no sense, as far as the order alone shows it. */
  void check() {
    if (!job.workload().writes(job.params())) {
      throw new BadInputException(
          "--workload=" + job.scenario().workload() + " writes nothing that a replica could apply");
    }
    if (target instanceof TargetSpec.Container) {
      throw new BadInputException(
          "--target="
              + target.word()
              + ": catch-up copies its replica's data: choose --target embedded or local");
    }
    if (new HashSet<>(settings).size() < settings.size()) {
      throw new BadInputException("--settings: give each once");
    }
    List<String> always =
        start.serverOptions().stream()
            .map(option -> "--" + option)
            .map(CatchUpOrder::name)
            .toList();
    for (String setting : settings) {
      for (String option : options(setting)) {
        if (always.contains(name(option))) {
          throw new BadInputException(
              "--settings=" + setting + ": --server-option sets " + name(option) + " too");
        }
      }
    }
  }

  private static String name(String option) {
    return option.replaceFirst("=.*", "").replaceFirst("^--", "").replace('_', '-');
  }

  /** Everything that was decided, as it is stored. */
  public CatchUpScenario scenario() {
    var load = job.scenario();
    return new CatchUpScenario(
        target.word(),
        start.serverOptions(),
        outside == null ? topology.text() : null,
        outside == null ? null : outside.replica().word(),
        outside == null ? null : statement(outside.stop()),
        outside == null ? null : statement(outside.start()),
        load.workload(),
        load.parameters(),
        load.threads(),
        load.seed(),
        backlog.toMillis() / 1e3,
        settings,
        rounds,
        duringLoad,
        giveUp.toMillis() / 1e3,
        load.client().sampled());
  }

  private static @Nullable String statement(@Nullable String given) {
    return given == null ? null : Redacted.text(given, Redacted.in(given));
  }
}
