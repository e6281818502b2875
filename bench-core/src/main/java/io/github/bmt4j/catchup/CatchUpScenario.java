package io.github.bmt4j.catchup;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.load.run.RunScenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of {@code bmt catch-up}. Holds no password.
 *
 * @param load load that makes the backlog; its times mean nothing
 * @param topology of servers that bmt starts, with its options; absent for the user's
 * @param outside the user's replica; absent where bmt starts the servers
 * @param backlogSeconds for which the load runs while nothing is applied
 * @param replicaSettings server options of the replica that are compared, such as {@code
 *     slave_parallel_threads=4}, with spaces between several; "" for none
 * @param duringLoad true if the load goes on while the replica catches up
 * @param giveUpSeconds for which a catch-up may last
 */
public record CatchUpScenario(
    RunScenario load,
    @Nullable String topology,
    @Nullable Outside outside,
    double backlogSeconds,
    List<String> replicaSettings,
    int rounds,
    boolean duringLoad,
    double giveUpSeconds) {
  public CatchUpScenario {
    replicaSettings = replicaSettings.stream().map(String::strip).toList();
  }

  /**
   * The user's replica.
   *
   * @param stopCommand statement that stops replication; absent to stop only the applier
   * @param startCommand statement that starts it again; likewise
   */
  public record Outside(
      String replica, @Nullable String stopCommand, @Nullable String startCommand) {}

  record Case(String setting, int round) {}

  /** All catch-ups in their order: A B C A B C. */
  List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (String setting : replicaSettings) {
        cases.add(new Case(setting, round));
      }
    }
    return cases;
  }

  boolean sameBacklog() {
    return outside == null && !duringLoad;
  }

  /** Returns true if the replica receives missing writes while it catches up, or later. */
  boolean needsReceiving() {
    return duringLoad || (outside != null && outside.stopCommand() != null);
  }

  Duration backlog() {
    return Clock.seconds(backlogSeconds);
  }

  Duration giveUp() {
    return Clock.seconds(giveUpSeconds);
  }

  @Nullable String stopCommand() {
    return outside == null ? null : outside.stopCommand();
  }
}
