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

/** The JDBC driver of a load, and its settings. */
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

  /** Client whose behaviour the driver's settings imitate. */
  enum Parity {
    SYSBENCH,
    NONE
  }

  /** Refuses these options for a command without a load. */
  public static void noneIn(Predicate<String> given) {
    OptionNames.declaredBy(new DriverChoice()).stream()
        .filter(given)
        .findFirst()
        .ifPresent(
            option ->
                Checks.check(
                    false,
                    option,
                    " requires a load: heavy statements that are timed one by one go through"
                        + " bmt's own driver; give --time to make a load of them"));
  }

  /**
   * Driver that the options name, checked.
   *
   * @param given true for an option that the user gave
   */
  public DriverWish wish(Predicate<String> given) {
    boolean sysbench = parity == Parity.SYSBENCH;
    Checks.check(
        sysbench || !given.test("--db-ps-mode"),
        "--db-ps-mode",
        " requires --parity=sysbench: a driver as shipped decides how it"
            + " prepares; --driver-property useServerPrepStmts=true changes that");
    return names.wish(sysbench);
  }

  /**
   * The job, with the requested driver in its scenario.
   *
   * @param parity true if the driver gets settings for the same work as in sysbench
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
