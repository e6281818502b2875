package io.github.bmt4j.cli;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.ClientScenario;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.progress.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The JDBC driver of the load, and its settings. */
@Section("Driver")
@SuppressWarnings("NullAway.Init")
final class DriverChoice {
  @Option(
      names = "--driver",
      paramLabel = "<driver>",
      description =
          "the load's JDBC driver: mariadb:<version>, mysql:<version>, aws:<version> (with"
              + " --driver-with), or group:artifact:version (default: MariaDB Connector/J 4.0)")
  @Nullable String driver;

  @Option(
      names = "--driver-with",
      paramLabel = "<driver>",
      description =
          "a further jar that the driver needs, such as the driver that aws:<version> wraps; may be"
              + " repeated")
  List<String> with = new ArrayList<>();

  @Option(
      names = "--driver-property",
      paramLabel = "<key=value>",
      description = "a property of the driver; overrides the URL and --parity; may be repeated")
  List<String> properties = new ArrayList<>();

  @Option(
      names = "--parity",
      paramLabel = "<kind>",
      defaultValue = "sysbench",
      description =
          "sysbench (default): settings that make every driver do the same work as sysbench; none:"
              + " the driver as shipped")
  Parity parity;

  /** What the driver's settings are to match. */
  enum Parity {
    SYSBENCH,
    NONE
  }

  /** Refuses these options where there is no load. */
  static void noneIn(Predicate<String> given) {
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
   * What was asked for, checked.
   *
   * @param given tells of an option whether the user gave it
   */
  DriverWish wish(Predicate<String> given) {
    boolean sysbench = parity == Parity.SYSBENCH;
    Checks.check(
        sysbench || !given.test("--db-ps-mode"),
        "--db-ps-mode requires --parity=sysbench: a driver as shipped prepares as it likes, or as"
            + " --driver-property useServerPrepStmts=true says");
    return new DriverWish(
        driver == null ? null : DriverCoordinates.parseAny("--driver", driver),
        with.stream().map(text -> DriverCoordinates.parseAny("--driver-with", text)).toList(),
        sysbench,
        pairs());
  }

  /**
   * Finds and loads the driver, and checks the options of the user's own servers with it.
   *
   * @param servers of the load
   */
  static LoadDriver open(DriverWish wish, List<TargetSpec> servers, Progress progress) {
    LoadDriver driver = LoadDriver.open(wish, MavenArtifacts.ofUser(), progress);
    for (TargetSpec server : servers) {
      if (server instanceof TargetSpec.External external) {
        driver.check(external.target());
      }
    }
    return driver;
  }

  /**
   * The job with what was asked for in its scenario.
   *
   * @param parity whether the driver has the settings with which it does sysbench's work
   */
  static Job recorded(Job job, DriverWish wish, boolean parity) {
    RunScenario scenario = job.scenario();
    Map<String, String> shown = new LinkedHashMap<>(wish.properties());
    shown.replaceAll(Redaction::param);
    DriverCoordinates driver = wish.driver();
    ClientScenario client =
        scenario
            .client()
            .through(
                driver == null ? null : driver.text(),
                wish.with().stream().map(DriverCoordinates::text).toList(),
                shown,
                parity ? "sysbench" : "none");
    return new Job(job.workload(), job.params(), scenario.with(client));
  }

  private Map<String, String> pairs() {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String property : properties) {
      int equals = property.indexOf('=');
      Checks.check(equals > 0, "--driver-property: write key=value, such as tcpNoDelay=true");
      String key = property.substring(0, equals).strip();
      Checks.check(
          key.matches("[A-Za-z0-9_.-]+"),
          "--driver-property: a key has letters, digits, _ . and - only");
      boolean login = List.of("user", "password").contains(key.toLowerCase(Locale.ROOT));
      Checks.check(
          !login, "--driver-property " + key + ": give the login by --user and BMT_PASSWORD");
      Checks.check(
          pairs.put(key, property.substring(equals + 1)) == null,
          "--driver-property " + key + " is given twice");
    }
    return pairs;
  }
}
