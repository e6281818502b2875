package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.container.engine.Engine;
import io.github.bmt4j.server.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The servers that tests use: which of them they may, must or must not use is said by the system
 * properties {@code bmt.it.local} and {@code bmt.it.containers} ({@code auto}, {@code required} or
 * {@code off}). What is left out is said aloud.
 */
public final class ItServers {
  private ItServers() {}

  /** Where tests keep server binaries and run servers: on disk, and shared by all modules. */
  public static Path cache() {
    return Path.of(
        System.getProperty(
            "bmt.it.cache", Path.of(System.getProperty("user.home"), ".cache/bmt4j").toString()));
  }

  /**
   * A cache in a test's own folder, so that it sees what is left there, and no other test's start
   * ends that. It shares the server programs of {@link #cache}.
   */
  public static Path cacheIn(Path folder) throws IOException {
    Path own = Files.createDirectories(folder.toRealPath().resolve("cache"));
    Path binaries = Files.createDirectories(cache().toAbsolutePath().resolve("binaries"));
    Files.createSymbolicLink(own.resolve("binaries"), binaries);
    return own;
  }

  /** A value of an option of topologies. */
  @SuppressWarnings("unchecked")
  public static <T> OptionValues option(String word, T value) {
    return ServerRegistry.options().stream()
        .filter(option -> option.word().equals(word))
        .map(option -> OptionValues.DEFAULT.with((DeclaredOption<T>) option, value))
        .findFirst()
        .orElseThrow();
  }

  /** Starts a server. */
  public static Server open(TargetSpec spec, String... options) throws TargetException {
    return open(spec, List.of(options));
  }

  /** Starts a server. */
  public static Server open(TargetSpec spec, List<String> options) throws TargetException {
    return ServerRegistry.open(spec, new StartOptions(cache(), null, options), Progress.SILENT);
  }

  /** Starts a cluster. */
  public static Cluster open(Topology topology, TargetSpec spec, String... options)
      throws TargetException {
    return open(topology, spec, List.of(options));
  }

  /** Starts a cluster. */
  public static Cluster open(Topology topology, TargetSpec spec, List<String> options)
      throws TargetException {
    return ServerRegistry.open(
        topology, spec, new StartOptions(cache(), null, options), Progress.SILENT);
  }

  /** The embedded server. */
  public static TargetSpec embedded() {
    decide(
        "bmt.it.embedded",
        "tests on embedded MariaDB",
        "a machine for which MariaDB is built",
        Programs::embeddedObstacle);
    return new TargetSpec.Embedded();
  }

  /** The installed server; leaves the test out, or fails it, when there is none. */
  public static TargetSpec local() {
    decide(
        "bmt.it.local",
        "tests on the installed server",
        "an installed mariadbd or mysqld",
        Programs::localObstacle);
    return new TargetSpec.Local();
  }

  /** The installed server, where it can be a Galera cluster. */
  public static TargetSpec galera() {
    decide(
        "bmt.it.local",
        "tests on a Galera cluster",
        "an installed MariaDB with Galera",
        Programs::galeraObstacle);
    return new TargetSpec.Local();
  }

  /** The MySQL container; leaves the test out, or fails it, when there is no Docker engine. */
  public static TargetSpec mysqlContainer() {
    decide("bmt.it.containers", "tests on a MySQL container", "a Docker engine", Engine::obstacle);
    return new TargetSpec.Container(System.getProperty("bmt.it.mysql.image", "mysql:9.7"));
  }

  /**
   * MySQL as a process, from {@code bmt.it.mysql.server}; leaves the test out when that names none.
   */
  public static TargetSpec mysql() {
    String server = System.getProperty("bmt.it.mysql.server", "");
    if (server.isEmpty()) {
      leaveOut(
          "tests on MySQL as a process",
          "no mysqld is named",
          "-Dbmt.it.mysql.server=<path of mysqld 8.4 or later>");
    }
    return TargetSpec.parse("local:" + server);
  }

  /** MySQL as a process where there is one, which starts in half the time, else in a container. */
  public static TargetSpec anyMysql() {
    return System.getProperty("bmt.it.mysql.server", "").isEmpty() ? mysqlContainer() : mysql();
  }

  /**
   * A driver by its names.
   *
   * @param names {@code own}, or a driver and further jars with a plus before each
   */
  public static LoadDriver driver(String names, Map<String, String> properties) {
    if (names.equals("own")) {
      return LoadDriver.own(new DriverWish(null, List.of(), false, properties));
    }
    String[] all = names.split("\\+");
    return driver(
        new DriverWish(
            DriverCoordinates.parseAny("--driver", all[0]),
            Arrays.stream(all)
                .skip(1)
                .map(jar -> DriverCoordinates.parseAny("--driver-with", jar))
                .toList(),
            false,
            properties));
  }

  /** A driver of a load; leaves the test out when it cannot be downloaded. */
  public static LoadDriver driver(DriverWish wish) {
    try {
      return LoadDriver.open(wish, MavenArtifacts.ofUser(), Progress.SILENT);
    } catch (BadInputException e) {
      String message = String.valueOf(e.getMessage());
      if (message.contains("cannot be downloaded") || message.contains("offline")) {
        leaveOut("tests through " + wish.driver(), message, "access to Maven Central");
      }
      throw e;
    }
  }

  /** The installed sysbench; leaves the test out, or fails it, when there is none. */
  public static Path sysbench() {
    return program("sysbench", "bmt.it.sysbench", "tests beside sysbench");
  }

  /** The installed pt-online-schema-change; leaves the test out, or fails it, without it. */
  public static Path schemaChange() {
    return program("pt-online-schema-change", "bmt.it.percona", "tests of a user's tool");
  }

  /** The installed HAProxy; leaves the test out, or fails it, when there is none. */
  public static Path haproxy() {
    return program("haproxy", "bmt.it.haproxy", "tests behind HAProxy");
  }

  /** The installed C compiler; leaves the test out, or fails it, when there is none. */
  public static Path compiler() {
    return program("gcc", "bmt.it.compiler", "tests of a disk that is slow on purpose");
  }

  /** The installed Chromium; leaves the test out, or fails it, when there is none. */
  public static Path chromium() {
    return program("chromium", "bmt.it.chromium", "tests of the HTML report in a browser");
  }

  /** The installed Python; leaves the test out, or fails it, when there is none. */
  public static Path python() {
    return program("python3", "bmt.it.python", "tests on a terminal");
  }

  private static Path program(String name, String property, String what) {
    decide(
        property,
        what,
        "an installed " + name,
        () -> Programs.find(name).isPresent() ? "" : name + " is not on the PATH");
    return Programs.find(name).orElseThrow();
  }

  /** The folder of the installed PostgreSQL's programs; leaves the test out, or fails it. */
  public static Path postgres() throws IOException {
    Path versions = Path.of("/usr/lib/postgresql");
    decide(
        "bmt.it.postgres",
        "tests on PostgreSQL",
        "an installed PostgreSQL",
        () -> Files.isDirectory(versions) ? "" : "there is no " + versions);
    try (Stream<Path> all = Files.list(versions)) {
      return all.sorted().findFirst().orElseThrow().resolve("bin");
    }
  }

  /** Leaves the test out where SIGINT is ignored, as in the background of a script. */
  public static void ctrlC() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("SigIgn:")
          && (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0) {
        leaveOut(
            "tests of Ctrl-C",
            "this build ignores SIGINT, as a script's background does",
            "a build in the foreground");
      }
    }
  }

  /**
   * Leaves a test out, or fails it.
   *
   * @param remedy way to run it
   * @param obstacle gives the reason why it cannot run; empty when nothing is in the way
   */
  private static void decide(
      String property, String what, String remedy, Supplier<String> obstacle) {
    String wish = System.getProperty(property, "auto");
    if (!List.of("auto", "required", "off").contains(wish)) {
      fail("-D" + property + "=" + wish + ": write auto, required or off");
    }
    if (wish.equals("off")) {
      leaveOut(what, "-D" + property + "=off is set", "-D" + property + "=auto, and " + remedy);
    }
    String why = obstacle.get();
    if (!why.isEmpty() && wish.equals("required")) {
      fail(what + " are required (-D" + property + "), but " + why);
    }
    if (!why.isEmpty()) {
      leaveOut(what, why, remedy);
    }
  }

  /**
   * Leaves a test out.
   *
   * @param what name of the tests, a plural noun
   * @param why the reason, a clause
   * @param remedy way to run them, without a verb of its own
   */
  public static void leaveOut(String what, String why, String remedy) {
    abort(what + ", because " + why + "; to run them: " + remedy);
  }
}
