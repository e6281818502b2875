package io.github.bmt4j.workload;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.server.ServerLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A MariaDB server of a test's own: an empty one, on loopback, with its general log on. */
final class PrivateMariadb implements AutoCloseable {
  static final String USER = "sbtest";
  static final String PASSWORD = "secret";
  private static final long START_SECONDS = 60;
  private static final int PORTS_TRIED = 3;

  private final Path folder;
  private final int port;
  private final Process process;
  private final Thread reaper;

  private PrivateMariadb(Path folder, int port, Process process) {
    this.folder = folder;
    this.port = port;
    this.process = process;
    reaper = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(reaper);
  }

  static PrivateMariadb start(Path mariadbd, Path installer, Path folder) throws Exception {
    Files.createDirectories(folder);
    Path data = Files.createTempDirectory(folder.toAbsolutePath(), "mariadb");
    List<String> install = command(installer.toString(), data);
    install.add("--skip-test-db");
    run(install, folder.resolve("install.log"));
    Path init = data.resolve("init.sql");
    Files.writeString(
        init,
        """
        CREATE DATABASE sysbench;
        CREATE DATABASE bmt;
        CREATE USER '%s'@'%%' IDENTIFIED BY '%s';
        GRANT ALL ON *.* TO '%s'@'%%';
        """
            .formatted(USER, PASSWORD, USER));
    for (int tries = PORTS_TRIED; ; tries--) {
      PrivateMariadb server = serve(mariadbd, data, init);
      if (server.takesLogins(tries > 1)) {
        return server;
      }
    }
  }

  private static PrivateMariadb serve(Path mariadbd, Path data, Path init) throws IOException {
    int port = freePort();
    List<String> serve = command(mariadbd.toString(), data);
    // The socket's path is relative to the data folder: a whole one may be too long for a socket.
    serve.addAll(
        List.of(
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--socket=server.sock",
            "--pid-file=server.pid",
            "--init-file=" + init,
            "--skip-name-resolve",
            "--skip-log-bin",
            "--innodb-flush-log-at-trx-commit=0",
            "--general-log=0"));
    Process process =
        new ProcessBuilder(serve)
            .directory(data.toFile())
            .redirectErrorStream(true)
            .redirectOutput(data.resolve("server.log").toFile())
            .start();
    return new PrivateMariadb(data, port, process);
  }

  int port() {
    return port;
  }

  Connection connect(String database, String options) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mariadb://127.0.0.1:"
            + port
            + "/"
            + database
            + "?sslMode=disable&useAffectedRows=true&user="
            + USER
            + "&password="
            + PASSWORD
            + options);
  }

  /** What the general log says of some work. */
  GeneralLog logOf(Work work) throws Exception {
    Path log = Files.createTempFile(folder, "general", ".log");
    try (Connection admin = connect("", "");
        Statement statement = admin.createStatement()) {
      statement.execute("SET GLOBAL general_log_file = '" + log + "'");
      statement.execute("SET GLOBAL general_log = 1");
      work.run();
      statement.execute("SET GLOBAL general_log = 0");
    }
    GeneralLog read = GeneralLog.read(log);
    Files.delete(log);
    return read;
  }

  @Override
  public void close() throws Exception {
    end();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void end() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    Runtime.getRuntime().removeShutdownHook(reaper);
  }

  /**
   * Waits until it does; false when it has ended because another process has its port.
   *
   * @param again whether it is to be started on another port then
   */
  private boolean takesLogins(boolean again) throws Exception {
    Path log = folder.resolve("server.log");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!isReached()) {
      if (again && !process.isAlive() && ServerLog.saysPortTaken(log)) {
        end();
        return false;
      }
      if (!process.isAlive() || System.nanoTime() > deadline) {
        String said = Files.readString(log);
        close();
        throw new IllegalStateException(said);
      }
      Thread.sleep(100);
    }
    return true;
  }

  /** Whether a login leads to it, and not to another test's server on the same port. */
  private boolean isReached() {
    try (Connection connection = connect("bmt", "")) {
      return Files.isSameFile(Path.of(Sql.text(connection, "SELECT @@datadir")), folder);
    } catch (SQLException | IOException e) {
      return false;
    }
  }

  private static List<String> command(String program, Path data) {
    List<String> command = new ArrayList<>(List.of(program, "--no-defaults", "--datadir=" + data));
    if (System.getProperty("user.name").equals("root")) {
      command.add("--user=root");
    }
    return command;
  }

  /** Runs a program to its end, and gives what it printed. */
  static String run(List<String> command, Path log) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    String output = Files.readString(log);
    if (!ended || process.exitValue() != 0) {
      throw new IllegalStateException(String.join(" ", command) + " failed:\n" + output);
    }
    return output;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Something to be done on the server. */
  interface Work {
    void run() throws Exception;
  }
}
