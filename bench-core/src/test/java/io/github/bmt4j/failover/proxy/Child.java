package io.github.bmt4j.failover.proxy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own that does what {@link ChildCommand} can, and says a line about it. Its user has
 * a password.
 */
final class Child implements AutoCloseable {
  final Process process;
  private final BufferedReader output;

  Child(List<String> jvmOptions, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ChildCommand.class.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder program =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    program.environment().put("BMT_PASSWORD", "secret");
    process = program.start();
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** The next line that it says. */
  String line() throws IOException {
    return String.valueOf(output.readLine());
  }

  /** Says a line and hears what it answers. */
  String ask(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    return line();
  }

  /** Sends a signal, and knows that it has been sent. */
  static void signal(String name, long pid) throws IOException, InterruptedException {
    io.github.bmt4j.server.Child.signal(name, pid);
  }

  /** Whether a process has ended, or does so soon. */
  static boolean ends(ProcessHandle process) throws Exception {
    return process.onExit().handle((ended, failure) -> true).get(10, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
