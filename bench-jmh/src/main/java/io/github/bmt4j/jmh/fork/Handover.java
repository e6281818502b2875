package io.github.bmt4j.jmh.fork;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.failover.report.FailoverResult;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.server.ServerRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Data that the main JVM hands to the forks: addresses and logins of servers, and jars of drivers.
 * It is passed in a file that only its user may read, so that no password is in a command line, in
 * JMH's output or in its results.
 *
 * @param cache folder of server binaries and of running servers' folders
 * @param servers under the value of {@code -p url}
 * @param drivers under the value of {@code -p driver}
 * @param triggers commands of the user's, which may hold a secret, under the names by which JMH
 *     knows them
 */
public record Handover(
    String cache,
    Map<String, Server> servers,
    Map<String, String> drivers,
    Map<String, String> triggers) {
  /** Property of the fork that names the file. */
  public static final String PROPERTY = "bmt.handover";

  private static final ObjectMapper JSON = new ObjectMapper();

  public Handover {
    servers = Map.copyOf(servers);
    drivers = Map.copyOf(drivers);
    triggers = Map.copyOf(triggers);
  }

  /**
   * A server and its login.
   *
   * @param product "MariaDB" or "MySQL"
   * @param tls true if it offers TLS
   */
  public record Server(
      String description,
      String url,
      String user,
      String password,
      boolean ours,
      String product,
      boolean tls) {
    /** A server of the engine, as the forks shall reach it. */
    public static Server of(Target target, String product, boolean tls) {
      return new Server(
          target.description(),
          target.url(),
          target.user(),
          target.password().reveal(),
          target.ours(),
          product,
          tls);
    }

    /** The same for the engine. */
    public Target target() {
      return new Target(description, url, user, Secret.of(password), ours);
    }

    /** User and password in the form that drivers take, each unless the URL says it. */
    public Properties login() {
      return JdbcUrl.loginBeside(url, user, Secret.of(password));
    }

    @Override
    public String toString() {
      return description;
    }
  }

  /** Writes it to a new file that only its owner may read. */
  public void write(Path file) throws IOException {
    Folders.writePrivate(file, JSON.writeValueAsString(this));
  }

  /**
   * The one of this fork.
   *
   * @throws IllegalStateException when this JVM was not started by the host
   */
  public static Handover read() {
    @Nullable String file = System.getProperty(PROPERTY);
    if (file == null) {
      throw new IllegalStateException(
          "start these benchmarks with java -jar bench-jmh/target/benchmarks.jar: it starts the"
              + " server and tells the forks where it is");
    }
    try {
      return JSON.readValue(Files.readAllBytes(Path.of(file)), Handover.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The command under a value of {@code trigger}; that of a lab is none, and stays as it is. */
  public String trigger(String name) {
    return triggers.getOrDefault(name, name);
  }

  /** Servers for a lab, or a cluster with its login, under a value of {@code -p url}. */
  public TargetSpec spec(String url) {
    if (!url.startsWith("jdbc:")) {
      return ServerRegistry.here(TargetSpec.parse(url));
    }
    Server server = server(url);
    return new TargetSpec.External(server.url(), server.user(), Secret.of(server.password()));
  }

  /** The folder in which forks store the failovers that they measured. */
  public static Path failovers() {
    return failovers(Path.of(Objects.requireNonNull(System.getProperty(PROPERTY))));
  }

  private static Path failovers(Path handover) {
    return handover.resolveSibling("failovers");
  }

  /**
   * Environments of these failovers, one of those that differ only in their ports.
   *
   * @param handover the file
   */
  public static Collection<Environment> measured(Path handover) {
    Map<String, Environment> measured = new TreeMap<>();
    new RunStore(failovers(handover))
        .each(
            stored -> {
              if (stored.result() instanceof FailoverResult result) {
                Environment at = result.environment();
                String key = at.server().description() + at.driver().version() + at.driver().name();
                measured.putIfAbsent(key, at);
              }
            });
    return measured.values();
  }

  /** The server under a value of {@code -p url}. */
  public Server server(String url) {
    Server server = servers.get(url);
    if (server == null) {
      throw new IllegalStateException("no server for this value of -p url was handed over");
    }
    return server;
  }

  /** The jar of a driver under a value of {@code -p driver}. */
  public Path driver(String coordinates) {
    String jar = drivers.get(coordinates);
    if (jar == null) {
      throw new IllegalStateException("no jar of " + coordinates + " was handed over");
    }
    return Path.of(jar);
  }
}
