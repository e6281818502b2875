package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A JDBC driver, and its properties. */
@Section("Driver")
public final class DriverNames {
  @Option(
      names = "--driver",
      paramLabel = "<driver>",
      description =
          "the JDBC driver of the load or application: mariadb:<version>, mysql:<version>,"
              + " aws:<version> (with --driver-with), or group:artifact:version (default: MariaDB"
              + " Connector/J 4.0)")
  @Nullable String driver;

  @Option(
      names = "--driver-with",
      paramLabel = "<driver>",
      description =
          "a further jar that the driver needs, such as the driver that aws:<version> wraps; may be"
              + " repeated")
  List<String> with = new ArrayList<>();

  @Marked({Mark.HIDDEN, Mark.SETTING})
  @Option(
      names = "--driver-property",
      paramLabel = "<key=value>",
      description = "a property of the driver; overrides the URL; may be repeated")
  List<String> properties = new ArrayList<>();

  /**
   * The requested driver, checked.
   *
   * @param parity true if it gets settings for the same work as in sysbench; otherwise it keeps its
   *     defaults
   */
  DriverWish wish(boolean parity) {
    return new DriverWish(
        driver == null ? null : DriverCoordinates.parseAny("--driver", driver),
        with.stream().map(text -> DriverCoordinates.parseAny("--driver-with", text)).toList(),
        parity,
        pairs());
  }

  /**
   * Finds and loads the driver, and checks the options of the user's own servers with it.
   *
   * @param servers of the load
   */
  public static LoadDriver open(DriverWish wish, List<TargetSpec> servers, Progress progress) {
    LoadDriver driver = LoadDriver.open(wish, MavenArtifacts.ofUser(), progress);
    for (TargetSpec server : servers) {
      if (server instanceof TargetSpec.External external) {
        driver.check(external.target());
      }
    }
    return driver;
  }

  private Map<String, String> pairs() {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String property : properties) {
      int equals = property.indexOf('=');
      Checks.check(equals > 0, "--driver-property", ": write key=value, such as tcpNoDelay=true");
      String key = property.substring(0, equals).strip();
      Checks.check(
          key.matches("[A-Za-z0-9_.-]+"),
          "--driver-property",
          ": a key has letters, digits, _ . and - only");
      boolean login = List.of("user", "password").contains(key.toLowerCase(Locale.ROOT));
      Checks.check(
          !login, "--driver-property", " " + key + ": give the login by --user and BMT_PASSWORD");
      Checks.check(
          pairs.put(key, property.substring(equals + 1)) == null,
          "--driver-property",
          " " + key + " is given twice");
    }
    return pairs;
  }
}
