package io.github.bmt4j.jmh.host;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.DriverSettings.Tls;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.IsolatedDriver;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Feature.Circumstances;
import io.github.bmt4j.jmh.fork.Handover;
import io.github.bmt4j.jmh.host.JmhRun.Place;
import io.github.bmt4j.jmh.host.Selection.LeftOut;
import io.github.bmt4j.os.UserFolders;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.preflight.Preflight;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The servers that {@code -p url} names: started where they are ours, and all of them asked. */
final class HostServers implements AutoCloseable {
  private static final int SPARE_CONNECTIONS = 20;

  /**
   * The embedded MariaDB makes a certificate of its own, which takes it seconds; who does not ask
   * for TLS has none.
   */
  private static final List<String> TLS_OFFERED = List.of("ssl=ON");

  private final List<Server> started = new ArrayList<>();
  private final Map<String, Handover.Server> asked = new LinkedHashMap<>();
  private final Progress progress;
  private final Selection selection;

  HostServers(Progress progress, Selection selection) {
    this.progress = progress;
    this.selection = selection;
  }

  /**
   * Folder of server binaries and of running servers' folders: {@code -Dbmt.cache}, or the default.
   */
  static Path cache() {
    String wanted = System.getProperty("bmt.cache");
    return wanted == null ? UserFolders.cache() : Path.of(wanted).toAbsolutePath();
  }

  /**
   * Reads a value of {@code -p url}; nothing is touched.
   *
   * @throws BadInputException when it is none
   */
  static TargetSpec spec(String url) {
    if (!url.startsWith("jdbc:")) {
      try {
        return ServerRegistry.here(TargetSpec.parse(url));
      } catch (BadInputException e) {
        throw new BadInputException(
            "-p url="
                + JdbcUrl.shown(url)
                + ": give a JDBC URL such as jdbc:mariadb://host:3306/db, or embedded, local,"
                + " local:<program> or container:<image>");
      }
    }
    String shown = JdbcUrl.redacted(url);
    BadInputException.check(
        shown.equals(url) && !JdbcUrl.hasUserInfo(url),
        "-p url="
            + shown
            + ": JMH prints and stores it, so put the login into BMT_USER and BMT_PASSWORD");
    BadInputException.check(
        url.startsWith("jdbc:mariadb:"),
        "-p url="
            + shown
            + ": give a jdbc:mariadb: URL; -p driver=mysql:<version> gets the same server in its"
            + " own words");
    String user = Objects.requireNonNullElse(System.getenv("BMT_USER"), "");
    String password = System.getenv("BMT_PASSWORD");
    return new TargetSpec.External(url, user, password == null ? Secret.NONE : Secret.of(password));
  }

  /**
   * Starts it, where it is ours, and asks what it is.
   *
   * @throws TargetException when it cannot be had, or lacks what they need
   */
  void open(String url) throws TargetException {
    Need need = selection.need();
    boolean tls = selection.needs(Feature.TLS);
    TargetSpec spec = spec(url);
    List<String> options = tls && spec instanceof TargetSpec.Embedded ? TLS_OFFERED : List.of();
    Server server =
        ServerRegistry.open(
            spec,
            new StartOptions(cache(), null, options, need.threads() + SPARE_CONNECTIONS),
            progress);
    started.add(server);
    asked.put(url, probed(server.target(), need, tls));
  }

  /** Data for forks about the servers, with drivers and triggers. */
  Handover handover(Map<String, String> jars, Map<String, String> triggers) {
    return new Handover(cache().toString(), asked, jars, triggers);
  }

  /** Every server with every driver, as stored with results. */
  List<Environment> environments(Map<String, String> jars) throws TargetException {
    List<Environment> environments = new ArrayList<>();
    for (Handover.Server server : asked.values()) {
      for (String driver : selection.drivers()) {
        Path jar = Path.of(jars.getOrDefault(driver, ""));
        environments.add(environment(server, DriverCoordinates.parse(driver), jar));
      }
    }
    return environments;
  }

  /**
   * Benchmarks that cannot run, for every server with every driver.
   *
   * @param javaVersion of the forks
   */
  Map<Place, List<LeftOut>> leftOut(int javaVersion) {
    Map<Place, List<LeftOut>> leftOut = new LinkedHashMap<>();
    asked.forEach(
        (url, server) ->
            selection
                .drivers()
                .forEach(
                    driver ->
                        leftOut.put(
                            new Place(url, driver),
                            selection.leftOut(
                                Circumstances.of(
                                    server, DriverCoordinates.parse(driver), javaVersion)))));
    return leftOut;
  }

  private static Handover.Server probed(Target target, Need need, boolean tls)
      throws TargetException {
    Connector connector = new Connector(target, PsMode.DISABLE, 0);
    try (Connection connection = connector.connect()) {
      ServerFacts facts = ServerFacts.read(connection);
      Preflight.check(connector, connection, target, need);
      return Handover.Server.of(
          target, facts.product().flavor().toString(), tls && offersTls(target));
    } catch (SQLException e) {
      throw cannotUse("", target.url(), e);
    }
  }

  /**
   * The server as a driver with plain settings finds it; benchmarks differ from them as their names
   * say.
   */
  private static Environment environment(Handover.Server server, DriverCoordinates driver, Path jar)
      throws TargetException {
    String url = DriverUrl.of(server.url(), driver, DriverSettings.PLAIN);
    try (IsolatedDriver isolated = new IsolatedDriver(List.of(jar));
        Connection connection = isolated.connect(url, server.login())) {
      return EnvironmentReader.read(
          server.description(),
          ServerFacts.read(connection),
          url,
          "as each benchmark says",
          connection);
    } catch (SQLException e) {
      throw cannotUse(driver + " ", server.url(), e);
    }
  }

  private static TargetException cannotUse(String who, String url, SQLException e) {
    return new TargetException(
        who
            + "cannot use "
            + JdbcUrl.redacted(url)
            + ": "
            + JdbcUrl.redacted(String.valueOf(e.getMessage())),
        e);
  }

  private static boolean offersTls(Target target) {
    String url =
        DriverUrl.of(
            target.url(),
            DriverCoordinates.parse(io.github.bmt4j.jmh.fork.TrialServer.BUNDLED),
            DriverSettings.PLAIN.with(Tls.ON));
    Target encrypted =
        new Target(target.description(), url, target.user(), target.password(), target.ours());
    try (Connection connection = new Connector(encrypted, PsMode.DISABLE, 0).connect()) {
      return !ServerFacts.read(connection).tls().equals("off");
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public void close() {
    started.forEach(Server::close);
  }
}
