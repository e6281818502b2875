package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.os.ProcessTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * HAProxy, which leads from one address to the server that takes writes: the first whose check
 * succeeds. A child process; it ends with its owner in any case. Thread-safe.
 */
public final class HaProxy implements AutoCloseable {
  /** Name in options and results. */
  public static final String WORD = "haproxy";

  /** Name of the file with the configuration. */
  public static final String CONFIG = "haproxy.cfg";

  /** What the configuration does, for people. */
  public static final String SUMMARY =
      "HAProxy asks each server every second whether it takes writes: DOWN after three failures,"
          + " UP after two successes; sessions on a server that is DOWN are cut";

  /** Succeeds on a server that is not read-only. */
  public static final String READ_ONLY = "SELECT @@global.read_only";

  /** Succeeds on a node of Galera that is a synced member. */
  public static final String UNSYNCED =
      "SELECT VARIABLE_VALUE <> 4 FROM information_schema.GLOBAL_STATUS"
          + " WHERE VARIABLE_NAME = 'wsrep_local_state'";

  /** Ends HAProxy when standard input ends; only HAProxy keeps standard output. */
  private static final String GUARD =
      "\"$0\" -db -f \"$1\" 2>&1 & exec >/dev/null 2>&1; cat; kill $!";

  private static final Pattern STATE = Pattern.compile("Server \\S+/(\\S+) is (UP|DOWN)\\b");
  private static final Duration START_LIMIT = Duration.ofSeconds(10);
  private static final int LOOK_MILLIS = 20;
  private static final int END_SECONDS = 5;
  private static final int KEPT_CHARS = 600;

  private final InetSocketAddress address;
  private final List<Server> servers;
  private final Process process;
  private final Set<String> down = new HashSet<>();
  private final StringBuilder said = new StringBuilder();
  private Consumer<String> observer = server -> {};

  /** A server behind it, by its address. */
  public record Server(String name, String address) {}

  /**
   * The check of each server.
   *
   * @param sql query that returns 0 on a server that takes writes
   */
  public record Check(String user, String password, String sql) {}

  private HaProxy(InetSocketAddress address, List<Server> servers, Process process) {
    this.address = address;
    this.servers = servers;
    this.process = process;
  }

  /**
   * Finds its programs.
   *
   * @throws BadInputException when one is not installed
   */
  public static void demand() {
    Programs.in(Launch.folders());
  }

  /** HAProxy, and the client with which it asks the servers. */
  record Programs(Path haproxy, Path client) {
    static Programs in(List<Path> folders) {
      return new Programs(
          find(folders, " is not installed: install the package haproxy", WORD),
          find(
              folders,
              " asks the servers with the program mariadb or mysql: install the package"
                  + " mariadb-client",
              "mariadb",
              "mysql"));
    }

    private static Path find(List<Path> folders, String missing, String... names) {
      return Stream.of(names)
          .flatMap(name -> Launch.find(name, folders).stream())
          .findFirst()
          .orElseThrow(() -> new BadInputException("--via", "=" + WORD + missing));
    }
  }

  /**
   * Starts it, and waits for up to 10 s until it accepts connections.
   *
   * @param folder for its files, which only this user may enter
   * @param address where it listens
   * @param servers the primary first; others get connections only if those before them are DOWN
   */
  public static HaProxy start(
      Path folder, InetSocketAddress address, List<Server> servers, Check check)
      throws TargetException {
    Programs programs = Programs.in(Launch.folders());
    try {
      Path login = folder.resolve("haproxy-check.cnf");
      Folders.writePrivate(login, login(check));
      Path script = folder.resolve("haproxy-check");
      Folders.writePrivate(script, script(programs.client(), login, check.sql()));
      if (!script.toFile().setExecutable(true, true)) {
        throw new IOException(script + " cannot be made executable");
      }
      Path config = folder.resolve(CONFIG);
      Folders.writePrivate(config, config(address, servers, script));
      List<String> command =
          List.of("/bin/sh", "-c", GUARD, programs.haproxy().toString(), config.toString());
      HaProxy proxy =
          new HaProxy(address, servers, Launch.program(Launch.detached(command)).start());
      Thread reader = new Thread(proxy::read, "haproxy");
      reader.setDaemon(true);
      reader.start();
      proxy.awaitAccept();
      return proxy;
    } catch (IOException e) {
      throw new TargetException("HAProxy does not start: " + e.getMessage(), e);
    }
  }

  /** The configuration. */
  static String config(InetSocketAddress address, List<Server> servers, Path script) {
    String lines =
        servers.stream()
            .map(
                server ->
                    "    server "
                        + server.name()
                        + " "
                        + server.address()
                        + " check"
                        + (server.equals(servers.get(0)) ? "" : " backup"))
            .collect(Collectors.joining("\n"));
    return """
        global
            external-check
            insecure-fork-wanted
            log stdout format raw local0 notice

        defaults
            mode tcp
            log global
            timeout connect 4s
            timeout client 30m
            timeout server 30m

        listen primary
            bind %address
            option external-check
            external-check path '/usr/bin:/bin'
            external-check command '%script'
            default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions
        %servers
        """
        .replace("%address", words(address))
        .replace("%script", script.toString())
        .replace("%servers", lines);
  }

  /** The check: HAProxy appends its own address and port, then those of the server. */
  static String script(Path client, Path login, String sql) {
    return """
        #!/bin/sh
        exec </dev/null >/dev/null 2>&1
        said=$('%client' --defaults-file='%login' --host="$3" --port="$4" --connect-timeout=1 \\
            -Nse "%sql")
        [ "$said" = 0 ]
        """
        .replace("%client", client.toString())
        .replace("%login", login.toString())
        .replace("%sql", sql);
  }

  /** Some options are MySQL's, others MariaDB's. */
  private static String login(Check check) {
    return """
        [client]
        user=%user
        password="%password"
        loose-skip-ssl
        loose-get-server-public-key
        """
        .replace("%user", check.user())
        .replace("%password", check.password());
  }

  private void awaitAccept() throws TargetException {
    long end = Clock.SYSTEM.nanoTime() + START_LIMIT.toNanos();
    while (!accepts()) {
      if (!isAlive() || Clock.SYSTEM.nanoTime() > end) {
        close();
        throw new TargetException("HAProxy does not accept connections: " + said());
      }
      Clock.SYSTEM.sleepUntil(Clock.SYSTEM.nanoTime() + LOOK_MILLIS * 1_000_000L, () -> false);
    }
  }

  private boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(address, LOOK_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void read() {
    try (BufferedReader log = process.inputReader(StandardCharsets.UTF_8)) {
      log.lines().forEach(this::line);
    } catch (IOException e) {
      // It has ended.
    } finally {
      process.destroy();
    }
  }

  private synchronized void line(String line) {
    Matcher state = STATE.matcher(line);
    String before = active();
    if (!state.find()) {
      said.append(said.length() < KEPT_CHARS ? line.strip() + " " : "");
    } else if (state.group(2).equals("UP")) {
      down.remove(state.group(1));
    } else {
      down.add(state.group(1));
    }
    if (!active().equals(before)) {
      observer.accept(active());
    }
  }

  private synchronized String said() {
    return said.toString();
  }

  private String active() {
    return servers.stream()
        .map(Server::name)
        .filter(server -> !down.contains(server))
        .findFirst()
        .orElse("");
  }

  /**
   * Observes from now on to which server it leads new connections.
   *
   * @param switched called at once, and at each change, with the server's name; "" for none
   */
  public synchronized void observe(Consumer<String> switched) {
    observer = switched;
    switched.accept(active());
  }

  /** Where it listens, such as {@code 127.0.0.1:20123}. */
  public String address() {
    return words(address);
  }

  private static String words(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it, and with it all its connections. May be done twice. */
  @Override
  public void close() {
    try {
      ProcessTree.of(process.toHandle()).end(END_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
