package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A PostgreSQL server of this machine, as Debian has it, which root starts as another user. */
final class Postgres implements AutoCloseable {
  private static final String USER = "postgres";
  private static final int PATIENCE_SECONDS = 60;

  private final Path programs;
  private final Path data;
  private final int port;

  private Postgres(Path programs, Path data, int port) {
    this.programs = programs;
    this.data = data;
    this.port = port;
  }

  /** Starts one, on a free port of this machine. */
  static Postgres start() throws IOException {
    Path programs = ItServers.postgres();
    Path data = Files.createTempDirectory("bmt-postgres");
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Postgres server = new Postgres(programs, data, port);
    if (isRoot()) {
      execute(List.of("chown", USER, data.toString()));
    }
    server.program("initdb", "-D", data.toString(), "-A", "trust", "-U", USER, "-N");
    String options = "-p " + port + " -k " + data + " -c listen_addresses=127.0.0.1 -c fsync=off";
    server.program(
        "pg_ctl", "-D", data.toString(), "-o", options, "-l", data + "/log", "-w", "start");
    return server;
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + USER;
  }

  /** Executes SQL; the rows of its last statement, with | between columns. */
  String sql(String sql) {
    String url = "postgresql://" + USER + "@127.0.0.1:" + port + "/" + USER;
    return program("psql", "-qAtX", "-v", "ON_ERROR_STOP=1", url, "-c", sql).strip();
  }

  /** Executes pgbench; what it writes. */
  String pgbench(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-h", "127.0.0.1", "-p", String.valueOf(port), "-U", USER, USER));
    return program("pgbench", all.toArray(String[]::new));
  }

  private String program(String name, String... words) {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", USER, "--"));
    }
    command.add(programs.resolve(name).toString());
    command.addAll(List.of(words));
    return execute(command);
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** Output goes to a file: a server that the program starts keeps it open. */
  private static String execute(List<String> command) {
    try {
      Path output = Files.createTempFile("bmt-postgres", ".out");
      Process process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      String text = Files.readString(output, StandardCharsets.UTF_8);
      Files.delete(output);
      assertThat(ended && process.exitValue() == 0).as("%s: %s", command, text).isTrue();
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    program("pg_ctl", "-D", data.toString(), "-m", "immediate", "-w", "stop");
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
