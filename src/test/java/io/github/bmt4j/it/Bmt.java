package io.github.bmt4j.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * The command {@code bmt}, started as users start it but from the class path of the tests: in a JVM
 * of its own, with standard output and standard error apart and a folder of its own for its runs.
 */
final class Bmt {
  /** For JVMs that live for seconds: their start takes half the processor time. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final Path FOLDERS = Path.of("target", "bmt").toAbsolutePath();
  private static final AtomicInteger STARTED = new AtomicInteger();

  private final List<String> program;
  private final Map<String, String> environment;

  private Bmt(List<String> program, Map<String, String> environment) {
    this.program = program;
    this.environment = environment;
  }

  /** The command line's main class. */
  static Bmt command() {
    return command(System.getProperty("java.class.path"));
  }

  /** The same, in an installation that lacks a library. */
  static Bmt commandWithout(String library) {
    String libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(file -> !file.contains(library))
            // The jar names the libraries beside it; its classes alone do not.
            .map(file -> file.replaceFirst("bmt\\.jar$", "classes"))
            .collect(Collectors.joining(File.pathSeparator));
    return command(libraries);
  }

  private static Bmt command(String classPath) {
    List<String> program = new ArrayList<>(withCtrlC());
    program.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    program.addAll(SHORT_LIVED);
    program.addAll(List.of("-cp", classPath));
    program.add("io.github.bmt4j.cli.Main");
    return new Bmt(program, Map.of());
  }

  /**
   * The JMH benchmarks of the checkout, whose jar is built.
   *
   * @param cache of server binaries
   */
  static Bmt benchmarks(Path cache) {
    List<String> program = new ArrayList<>(withCtrlC());
    program.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    program.addAll(SHORT_LIVED);
    program.addAll(List.of("-Djmh.ignoreLock=true", "-Dbmt.cache=" + cache, "-jar"));
    program.add(Path.of("..", "..", "bench-jmh", "target", "benchmarks.jar").toString());
    return new Bmt(program, Map.of());
  }

  /** The launcher script of the checkout, which takes the jar that this build has made. */
  static Bmt launcher() {
    Path target = Path.of("..", "..", "bench-cli", "target");
    String began = System.getProperty("bmt.build.began");
    try {
      FileTime begin = began == null ? null : FileTime.from(Instant.parse(began));
      FileTime built = Files.getLastModifiedTime(target.resolve("bmt.jar"));
      if (begin != null && built.compareTo(begin) >= 0) {
        Path folder = Files.createDirectories(target.resolve("run.tests"));
        link(folder, "bmt.jar");
        link(folder, "lib");
        Path stamp = target.resolve("bmt.stamp");
        Files.writeString(stamp, folder.getFileName() + "\n");
        Files.setLastModifiedTime(stamp, begin);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return launcher(Path.of("..", "..", "bmt"))
        .with("BMT_JAVA_OPTIONS", String.join(" ", SHORT_LIVED));
  }

  private static void link(Path folder, String name) throws IOException {
    try {
      Files.createSymbolicLink(folder.resolve(name), Path.of("..", name));
    } catch (FileAlreadyExistsException e) {
      // Another test has made it.
    }
  }

  /** The launcher script of some other checkout. */
  static Bmt launcher(Path script) {
    return new Bmt(List.of(script.toAbsolutePath().toString()), Map.of());
  }

  /** The same with a variable in its environment. */
  Bmt with(String name, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(name, value);
    return new Bmt(program, more);
  }

  /** Runs it to its end. */
  Ended run(String... words) {
    try (Running running = start(words)) {
      return running.await();
    }
  }

  /** Starts it. */
  Running start(String... words) {
    List<String> arguments = new ArrayList<>(Arrays.asList(words));
    Path folder = newFolder("run");
    if (List.of("run", "alter", "failover", "balance", "import-jmh").stream()
            .anyMatch(arguments::contains)
        && !arguments.contains("--runs-dir")) {
      arguments.addAll(List.of("--runs-dir", folder.resolve("runs").toString()));
    }
    List<String> line = new ArrayList<>(program);
    line.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.startsWith("BMT_"));
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    try {
      return new Running(builder.start(), folder, List.copyOf(arguments));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A new folder under {@code target}. */
  static Path newFolder(String name) {
    try {
      long own = ProcessHandle.current().pid();
      return Files.createDirectories(
          FOLDERS.resolve(own + "-" + STARTED.incrementAndGet() + "-" + name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whoever started the build may have told its children to ignore Ctrl-C. */
  private static List<String> withCtrlC() {
    return System.getProperty("os.name").equals("Linux")
        ? List.of("env", "--default-signal=INT")
        : List.of();
  }
}
