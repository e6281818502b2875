package io.github.bmt4j.cli;

import io.github.bmt4j.artifact.MavenArtifacts;
import io.github.bmt4j.engine.Job;
import io.github.bmt4j.engine.LoadDrivers;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.scenario.ClientScenario;
import io.github.bmt4j.scenario.Scenario;
import io.github.bmt4j.target.DriverCoordinates;
import io.github.bmt4j.target.DriverWish;
import io.github.bmt4j.target.LoadDriver;
import io.github.bmt4j.target.Redaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which JDBC driver the load goes through: {@code --driver} and what belongs to it. */
@SuppressWarnings("NullAway.Init")
final class DriverChoice {
  private static final List<String> ALL =
      List.of("--driver", "--driver-with", "--driver-property", "--parity");

  @Option(
      names = "--driver",
      paramLabel = "<driver>",
      description =
          "the load's JDBC driver: mariadb:<version>, mysql:<version>, aws:<version> (with --driver-with) or group:artifact:version; default: bmt's own MariaDB Connector/J")
  @Nullable String driver;

  @Option(
      names = "--driver-with",
      paramLabel = "<driver>",
      description =
          "what the driver gets beside its own jar, such as the driver under aws:<version>; named as with --driver; may be repeated")
  List<String> with = new ArrayList<>();

  @Option(
      names = "--driver-property",
      paramLabel = "<key=value>",
      description =
          "a property of the driver; wins over the URL and over --parity; may be repeated")
  List<String> properties = new ArrayList<>();

  @Option(
      names = "--parity",
      paramLabel = "<kind>",
      defaultValue = "sysbench",
      description =
          "sysbench (default): settings that make drivers do sysbench's work; none: the driver as shipped")
  String parity;

  /** Refuses all of this where a load has no use for it. */
  static void noneIn(Predicate<String> given) {
    ALL.stream()
        .filter(given)
        .findFirst()
        .ifPresent(
            option ->
                Checks.check(
                    false,
                    option
                        + " goes with a load: heavy statements that are timed one by one go through"
                        + " bmt's own driver; give --time to make a load of them"));
  }

  /**
   * What was asked for, checked.
   *
   * @param given tells of an option whether the user gave it
   */
  DriverWish wish(Predicate<String> given) {
    boolean sysbench = Checks.choice("--parity", parity, "sysbench", "none").equals("sysbench");
    Checks.check(
        sysbench || !given.test("--db-ps-mode"),
        "--db-ps-mode goes with --parity=sysbench: a driver as shipped prepares as it likes, or as"
            + " --driver-property useServerPrepStmts=true says");
    return new DriverWish(
        driver == null ? null : DriverCoordinates.parseAny("--driver", driver),
        with.stream().map(text -> DriverCoordinates.parseAny("--driver-with", text)).toList(),
        sysbench,
        pairs());
  }

  /** Finds and loads the driver. */
  static LoadDriver open(DriverWish wish, Progress progress) {
    return LoadDrivers.open(wish, MavenArtifacts.ofUser(), progress);
  }

  /** The job with what was asked for in its scenario. */
  static Job recorded(Job job, DriverWish wish) {
    Scenario scenario = job.scenario();
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
                wish.parity() ? "sysbench" : "none");
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
          !login, "--driver-property " + key + ": the login goes with --user and BMT_PASSWORD");
      Checks.check(
          pairs.put(key, property.substring(equals + 1)) == null,
          "--driver-property " + key + " is given twice");
    }
    return pairs;
  }
}
