package io.github.bmt4j.server;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.os.ProcessTree;
import io.github.bmt4j.os.WorkFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
import org.jspecify.annotations.Nullable;

/**
 * HAProxy before the nodes of a cluster, at one or several addresses. A child process; it ends with
 * its owner in any case. Thread-safe.
 */
public final class HaProxy implements AutoCloseable {
  /** Name in options and results. */
  public static final String WORD = "haproxy";

  /** Name of the file with the configuration. */
  public static final String CONFIG = "haproxy.cfg";

  /** Summary of the configuration, for people. */
  public static final String SUMMARY =
      "HAProxy asks each server every second: DOWN after three failures, UP after two successes;"
          + " sessions on a server that is DOWN are cut";

  /** Ends HAProxy when standard input ends; only HAProxy keeps standard output. */
  private static final String GUARD =
      "\"$0\" -db -f \"$1\" 2>&1 & exec >/dev/null 2>&1; cat; kill $!";

  private static final Pattern STATE =
      Pattern.compile("Server " + HaProxyListen.PRIMARY + "/(\\S+) is (UP|DOWN)\\b");
  private static final Pattern PASSED =
      Pattern.compile("Health check for (?:backup )?server (\\S+)/\\S+ succeeded");
  private static final Duration START_LIMIT = Duration.ofSeconds(10);
  private static final int LOOK_MILLIS = 20;
  private static final int END_SECONDS = 5;
  private static final int KEPT_CHARS = 600;

  private final List<HaProxyListen> listens;
  private final Path config;
  private final Process process;
  private final Set<String> down = new HashSet<>();

  /** Names of what has led to a server whose check succeeded. */
  private final Set<String> ready = new HashSet<>();

  private final StringBuilder said = new StringBuilder();
  private @Nullable WorkFolder work;
  private Consumer<String> observer = server -> {};

  private HaProxy(List<HaProxyListen> listens, Path config, Process process) {
    this.listens = listens;
    this.config = config;
    this.process = process;
  }

  /**
   * Finds its programs.
   *
   * @param checked true if it checks its servers
   * @throws BadInputException when one is not installed
   */
  public static void demand(boolean checked) {
    List<Path> folders = Launch.folders();
    program(folders);
    if (checked) {
      client(folders);
    }
  }

  static Path program(List<Path> folders) {
    return find(folders, " is not installed: install the package haproxy", WORD);
  }

  /** The client with which it asks the servers. */
  static Path client(List<Path> folders) {
    return find(
        folders,
        " asks the servers with the program mariadb or mysql: install the package mariadb-client",
        "mariadb",
        "mysql");
  }

  private static Path find(List<Path> folders, String missing, String... names) {
    return Stream.of(names)
        .flatMap(name -> Launch.find(name, folders).stream())
        .findFirst()
        .orElseThrow(() -> new BadInputException("--via", "=" + WORD + missing));
  }

  /** Starts it with a folder of its own, which ends with it. */
  public static HaProxy start(List<HaProxyListen> listens, Login login) throws TargetException {
    try {
      WorkFolder work = WorkFolder.create("bmt-haproxy");
      try (CloseOnFailure opened = new CloseOnFailure(work::close)) {
        HaProxy started = start(work.path(), listens, login);
        started.work = work;
        opened.succeeded();
        return started;
      }
    } catch (IOException e) {
      throw new TargetException("cannot write files: " + e.getMessage(), e);
    }
  }

  /**
   * Starts it, and waits for up to 10 s until it leads to servers whose checks succeeded.
   *
   * @param folder for its files, which only this user may enter
   * @param listens its addresses; the first leads to the primary if it is to be observed
   * @param login of the checks
   */
  public static HaProxy start(Path folder, List<HaProxyListen> listens, Login login)
      throws TargetException {
    List<Path> folders = Launch.folders();
    Path program = program(folders);
    try {
      Path file = folder.resolve("haproxy-check.cnf");
      for (HaProxyListen listen : listens) {
        if (listen.check() != null) {
          Folders.writePrivate(file, login(login));
          Path script = folder.resolve(listen.script());
          Folders.writePrivate(script, script(client(folders), file, listen.check()));
          if (!script.toFile().setExecutable(true, true)) {
            throw new IOException(script + " cannot be made executable");
          }
        }
      }
      Path config = folder.resolve(CONFIG);
      Folders.writePrivate(config, config(listens, folder));
      List<String> command = List.of("/bin/sh", "-c", GUARD, program.toString(), config.toString());
      HaProxy proxy =
          new HaProxy(listens, config, Launch.program(Launch.detached(command)).start());
      Daemon.start(WORD, proxy::read);
      proxy.awaitAccept();
      return proxy;
    } catch (IOException e) {
      throw new TargetException("HAProxy does not start: " + e.getMessage(), e);
    }
  }

  /** The configuration. */
  static String config(List<HaProxyListen> listens, Path folder) {
    return listens.stream()
        .map(listen -> listen.text(folder))
        .collect(
            Collectors.joining(
                "",
                """
                global
                    external-check
                    insecure-fork-wanted
                    log stdout format raw local0 notice

                defaults
                    mode tcp
                    log global
                    option log-health-checks
                    timeout connect 4s
                    timeout client 30m
                    timeout server 30m
                """,
                ""));
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
  private static String login(Login login) {
    return """
        [client]
        user=%user
        password="%password"
        loose-skip-ssl
        loose-get-server-public-key
        """
        .replace("%user", login.user())
        .replace("%password", login.password().reveal());
  }

  private void awaitAccept() throws TargetException {
    long end = Clock.SYSTEM.nanoTime() + START_LIMIT.toNanos();
    while (!isReady() || !accepts()) {
      if (!isAlive() || Clock.SYSTEM.nanoTime() > end) {
        close();
        throw new TargetException("HAProxy does not lead to a server: " + said());
      }
      Clock.SYSTEM.sleepUntil(Clock.SYSTEM.nanoTime() + LOOK_MILLIS * 1_000_000L, () -> false);
    }
  }

  /** Until the first check, a server counts as UP, but one failure is enough for DOWN. */
  private synchronized boolean isReady() {
    return listens.stream()
        .allMatch(listen -> listen.check() == null || ready.contains(listen.name()));
  }

  private boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(listens.get(0).address(), LOOK_MILLIS);
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
    Matcher passed = PASSED.matcher(line);
    String before = active();
    if (passed.find()) {
      ready.add(passed.group(1));
    } else if (!state.find()) {
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
    return listens.get(0).servers().stream()
        .map(HaProxyListen.Server::name)
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

  /** Copies its configuration to a folder. */
  public void keep(Path folder) throws IOException {
    Files.copy(config, folder.resolve(CONFIG));
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
    } finally {
      if (work != null) {
        work.close();
      }
    }
  }
}
