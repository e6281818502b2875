package io.github.bmt4j.cli.options;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.load.run.ClientScenario;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.RunScenario;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The JDBC driver of a load, and how it is set up. */
@Section("Driver")
public final class DriverChoice {
  @Mixin DriverNames names;

  @Option(
      names = "--parity",
      paramLabel = "<kind>",
      defaultValue = "sysbench",
      description =
          "sysbench (default): settings that make every driver do the same work as sysbench; none:"
              + " the driver as shipped")
  Parity parity;

  /** Client whose settings the driver matches. */
  enum Parity {
    SYSBENCH,
    NONE
  }

  /** Refuses these options where there is no load. */
  public static void noneIn(Predicate<String> given) {
    Arguments.declaredBy(new DriverChoice()).stream()
        .filter(given)
        .findFirst()
        .ifPresent(
            option ->
                Checks.check(
                    false,
                    option
                        + " requires a load: heavy statements that are timed one by one go through"
                        + " bmt's own driver; give --time to make a load of them"));
  }

  /**
   * Driver that the options name, checked.
   *
   * @param given tells of an option whether the user gave it
   */
  public DriverWish wish(Predicate<String> given) {
    boolean sysbench = parity == Parity.SYSBENCH;
    Checks.check(
        sysbench || !given.test("--db-ps-mode"),
        "--db-ps-mode requires --parity=sysbench: a driver as shipped decides how it"
            + " prepares; --driver-property useServerPrepStmts=true changes that");
    return names.wish(sysbench);
  }

  /**
   * The job with what was asked for in its scenario.
   *
   * @param parity true if the driver gets the settings with which it does sysbench's work
   */
  public static Job recorded(Job job, DriverWish wish, boolean parity) {
    RunScenario scenario = job.scenario();
    Map<String, String> shown = new LinkedHashMap<>(wish.properties());
    shown.replaceAll(Redaction::param);
    DriverCoordinates driver = wish.driver();
    ClientScenario.Driver used =
        new ClientScenario.Driver(
            driver == null ? null : driver.text(),
            wish.with().stream().map(DriverCoordinates::text).toList(),
            shown,
            parity ? "sysbench" : "none");
    return new Job(job.workload(), job.params(), scenario.with(scenario.client().through(used)));
  }
}
