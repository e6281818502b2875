package io.github.bmt4j.os;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Commands and environments of processes that bmt starts. */
public final class Launch {
  static final String ARCHIVE = "bmt.archive";

  /** The variable with the command of {@link #shell}. */
  public static final String COMMAND = "BMT_COMMAND";

  private static final String SHELL =
      "command=$" + COMMAND + "; unset " + COMMAND + "; eval \"$command\"";

  private static final List<String> BEYOND_PATH =
      List.of("/usr/sbin", "/usr/libexec", "/usr/local/sbin", "/usr/local/libexec");

  private Launch() {}

  /**
   * The system's shell, for a user's command in the variable {@link #COMMAND}: it may hold a
   * password, which the list of processes then does not show.
   */
  public static List<String> shell(String command) {
    return isWindows() ? List.of("cmd", "/c", command) : List.of("/bin/sh", "-c", SHELL);
  }

  public static boolean isWindows() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows");
  }

  /** Builder of a program's process: its environment has none of bmt's variables. */
  public static ProcessBuilder program(List<String> command) {
    ProcessBuilder program = new ProcessBuilder(command);
    keepToOurselves(program.environment());
    return program;
  }

  /**
   * Exit code and output of a program.
   *
   * @param text the whole output, with standard error
   */
  public record Answer(int code, String text) {}

  /**
   * Runs a short program with little output.
   *
   * @throws IOException when it cannot be started, or has not ended in time; then it is killed
   */
  public static Answer ask(List<String> command, Duration limit)
      throws IOException, InterruptedException {
    return ask(command, "", limit);
  }

  /** The same, for a program that reads a short text from its standard input. */
  public static Answer ask(List<String> command, String input, Duration limit)
      throws IOException, InterruptedException {
    Process process = program(command).redirectErrorStream(true).start();
    try {
      try (OutputStream text = process.getOutputStream()) {
        text.write(input.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // It does not read it: its exit code and output say why.
      }
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("it has not ended after " + limit.toSeconds() + " s");
      }
      byte[] text = process.getInputStream().readAllBytes();
      return new Answer(process.exitValue(), new String(text, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }

  /** Removes bmt's own variables from an environment, because some hold passwords. */
  static void keepToOurselves(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("BMT_"));
  }

  /**
   * The command that starts a program in a session of its own, if the system has sessions: Ctrl-C
   * in a terminal reaches only bmt.
   */
  public static List<String> detached(List<String> command) {
    return Stream.concat(find("setsid", path()).map(Path::toString).stream(), command.stream())
        .toList();
  }

  /**
   * The command that starts a JVM like this one, with this one's classes, from the same archive if
   * the launcher has given one.
   */
  public static List<String> jvm(List<String> options, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String archive = System.getProperty(ARCHIVE);
    if (archive != null) {
      // JDK 25 reports an archive that it rejects on standard output, which is the program's.
      command.add("-Xlog:cds*=off");
      command.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-D" + ARCHIVE + "=" + archive));
    }
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }

  /** The first program of that name in some folders. */
  public static Optional<Path> find(String program, Collection<Path> folders) {
    return folders.stream()
        .map(folder -> folder.resolve(program))
        .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
        .findFirst();
  }

  /** The folders of the PATH, and other usual folders of servers. */
  public static List<Path> folders() {
    return Stream.concat(path().stream(), BEYOND_PATH.stream().map(Path::of)).toList();
  }

  public static List<Path> path() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isBlank())
        .map(Path::of)
        .toList();
  }
}
