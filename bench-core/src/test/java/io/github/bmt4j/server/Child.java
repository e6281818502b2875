package io.github.bmt4j.server;

import io.github.bmt4j.server.process.Standstill;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own that opens a lab, says so, and then waits to be ended: what a command is to the
 * next one.
 */
public final class Child implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private Child(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts one.
   *
   * @param prefix command to start it through, such as {@code setsid}
   * @param arguments as {@link ChildCommand} takes them
   */
  public static Child start(List<String> prefix, List<String> arguments) throws IOException {
    return start(prefix, ChildCommand.class, arguments);
  }

  /** Starts one that opens a replication lab, with arguments as its program takes them. */
  public static Child replicating(List<String> arguments) throws IOException {
    return start(List.of(), ReplicationChildCommand.class, arguments);
  }

  private static Child start(List<String> prefix, Class<?> program, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(program.getName());
    command.addAll(arguments);
    return new Child(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** The next line that it says, or an empty one at its end. */
  public String line() throws IOException {
    String line = output.readLine();
    return line == null ? "" : line;
  }

  /** The process of its server: it says the number first of all. */
  public ProcessHandle server() throws IOException {
    return ProcessHandle.of(Long.parseLong(line())).orElseThrow();
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  /**
   * Sends it a signal, or to its whole process group when its number is negative. STOP is sent to
   * one process, and this returns when all its threads have stopped.
   */
  public static void signal(String name, long pid) throws IOException, InterruptedException {
    if (name.equals("STOP")) {
      Standstill.of(pid);
      return;
    }
    new ProcessBuilder("kill", "-" + name, "--", Long.toString(pid)).inheritIO().start().waitFor();
  }

  public int awaitEnd() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the child does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
