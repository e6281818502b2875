package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.sampling.ServerScenario;
import io.github.bmt4j.server.OptionValues;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the user wants of a failover run.
 *
 * @param target servers that bmt starts, or an external cluster
 * @param start how bmt starts them
 * @param topology of servers that bmt starts
 * @param ha how the application finds its servers; in an external cluster, what its URL says
 * @param fault name of the fault, in a lab
 * @param outside what only an external cluster needs; absent in a lab
 * @param repeat how many repetitions
 * @param maxWriteOutage the longest write outage that passes; absent when any does
 * @param sampled what is read of the servers meanwhile; absent for the usual
 */
public record FailoverOrder(
    TargetSpec target,
    StartOptions start,
    Topology topology,
    HaMode ha,
    String fault,
    OptionValues faultOptions,
    ApplicationSettings settings,
    ProbeLoad load,
    TrialTimes times,
    @Nullable Outside outside,
    int repeat,
    @Nullable Duration maxWriteOutage,
    @Nullable ServerScenario sampled) {
  /** How readers find the servers. */
  HaMode readersHa() {
    return Objects.requireNonNullElse(load.readHa(), ha);
  }

  /** How the application works with its driver. */
  ClientPlan client(LoadDriver driver) {
    return new ClientPlan(settings, driver, load, times);
  }

  /**
   * What an external cluster needs.
   *
   * @param trigger the command that changes the primary, run by the shell; "manual" when the user
   *     else does it
   * @param triggerPatience how long to wait for a command to end, or for the user to act
   * @param nodes host or host:port of every node, for observers; may be empty
   * @param readUrl of the readers, when it is another one
   */
  public record Outside(
      String trigger, Duration triggerPatience, List<String> nodes, @Nullable String readUrl) {
    /** Whether the primary is changed from outside bmt. */
    boolean manual() {
      return trigger.equals("manual");
    }
  }
}
