package io.github.bmt4j.it;

import io.github.bmt4j.cli.CommandInThisJvm;
import io.github.bmt4j.os.HeldLock;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code bmt}, with standard output and standard error apart and a folder of its own
 * for its runs. {@link #start} starts its jar as users do, but without the launcher: in a JVM of
 * its own. {@link #run} does the same, unless it is {@link #command} with nothing but a login in
 * its environment: that is run in the JVM of the tests.
 */
final class Bmt {
  /** For JVMs that live for seconds: their start takes half the processor time. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** The class path of the tests; that of the JVMs that commands start is {@link Jar}'s. */
  static final String CLASSES = System.getProperty("java.class.path");

  private static final Path FOLDERS = Path.of("target", "bmt").toAbsolutePath();
  private static final AtomicInteger STARTED = new AtomicInteger();

  /** Variables that say what options say too. */
  private static final Map<String, String> OPTIONS =
      Map.of("BMT_URL", "--url=", "BMT_USER", "--user=", "BMT_PASSWORD", "--password=");

  private final List<String> program;
  private final Map<String, String> environment;
  private final boolean here;

  private Bmt(List<String> program, Map<String, String> environment, boolean here) {
    this.program = program;
    this.environment = environment;
    this.here = here;
  }

  private Bmt(List<String> program) {
    this(program, Map.of(), false);
  }

  /** The command line's main class. */
  static Bmt command() {
    return new Bmt(Jar.PROGRAM, Map.of(), true);
  }

  /** The same, always in a JVM of its own. */
  static Bmt process() {
    return new Bmt(Jar.PROGRAM);
  }

  /** The same, in an installation that lacks a library. */
  static Bmt commandWithout(String library) {
    String libraries =
        Arrays.stream(CLASSES.split(File.pathSeparator))
            .filter(file -> !file.contains(library))
            // The jar names the libraries beside it; its classes alone do not.
            .map(file -> file.replaceFirst("bmt\\.jar$", "classes"))
            .collect(Collectors.joining(File.pathSeparator));
    return new Bmt(program(List.of("-cp", libraries, "io.github.bmt4j.cli.Main")));
  }

  private static List<String> program(List<String> options) {
    List<String> program = new ArrayList<>(withCtrlC());
    program.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    program.addAll(SHORT_LIVED);
    program.addAll(options);
    return program;
  }

  /**
   * The jar, with the archive of its classes, which the launcher makes at the first start that does
   * not build.
   */
  private static final class Jar {
    static final List<String> PROGRAM = program();
    private static final int ARCHIVE_SECONDS = 120;

    private static List<String> program() {
      Path target = Path.of("..", "..", "bench-cli", "target").toAbsolutePath();
      try (HeldLock lock = HeldLock.await(target.resolve("archive.lock"), ARCHIVE_SECONDS)) {
        Path archive = started(target);
        if (archive == null) {
          archive = Objects.requireNonNull(started(target), "the first start did build");
        }
        // A command in this JVM starts others as one does that the launcher has started.
        String jar = archive.resolveSibling("bmt.jar").toString();
        System.setProperty("bmt.archive", archive.toString());
        System.setProperty("java.class.path", jar);
        return Bmt.program(
            List.of("-XX:SharedArchiveFile=" + archive, "-Dbmt.archive=" + archive, "-jar", jar));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** The archive after a start, which makes none when it builds. */
    private static @Nullable Path started(Path target) throws IOException {
      launcher().run("list").exits(0);
      Path folder = target.resolve(Files.readString(target.resolve("bmt.stamp")).strip());
      try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder, "*.jsa")) {
        Iterator<Path> archive = archives.iterator();
        return archive.hasNext() ? archive.next() : null;
      }
    }
  }

  /**
   * The JMH benchmarks of the checkout, whose jar is built.
   *
   * @param cache of server binaries
   */
  static Bmt benchmarks(Path cache) {
    Path jar = Path.of("..", "..", "bench-jmh", "target", "benchmarks.jar");
    return new Bmt(
        program(List.of("-Djmh.ignoreLock=true", "-Dbmt.cache=" + cache, "-jar", jar.toString())));
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
        deleteArchivesBefore(begin, folder);
        // Whole at any time: tests in other JVMs read it, and make it, too.
        String own = ProcessHandle.current().pid() + "-" + STARTED.incrementAndGet();
        Path stamp = target.resolve("bmt.stamp." + own);
        Files.writeString(stamp, folder.getFileName() + "\n");
        Files.setLastModifiedTime(stamp, begin);
        Files.move(stamp, target.resolve("bmt.stamp"), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return launcher(Path.of("..", "..", "bmt"))
        .with("BMT_JAVA_OPTIONS", String.join(" ", SHORT_LIVED));
  }

  /** The archives of the jars before this build: the JVM refuses them. */
  private static void deleteArchivesBefore(FileTime begin, Path folder) throws IOException {
    try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder, "*.jsa")) {
      for (Path archive : archives) {
        if (archive.toFile().lastModified() < begin.toMillis()) { // Or another fork has deleted it.
          Files.deleteIfExists(archive);
        }
      }
    }
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
    return new Bmt(List.of(script.toAbsolutePath().toString()));
  }

  /** The same with a variable in its environment. */
  Bmt with(String name, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(name, value);
    return new Bmt(program, more, here && OPTIONS.containsKey(name));
  }

  /**
   * The words of a line, which is split at its blanks before its values replace each {@code %s}.
   */
  static String[] words(String line, Object... values) {
    Iterator<Object> rest = List.of(values).iterator();
    return Arrays.stream(line.split(" "))
        .map(
            word ->
                Pattern.compile("%s")
                    .matcher(word)
                    .replaceAll(found -> Matcher.quoteReplacement(rest.next().toString())))
        .toArray(String[]::new);
  }

  /** Runs it to its end. */
  Ended run(String... words) {
    if (here) {
      return runHere(words);
    }
    try (Running running = start(words)) {
      return running.await();
    }
  }

  private Ended runHere(String... words) {
    Path folder = newFolder("run");
    List<String> arguments = arguments(folder, words);
    List<String> line = new ArrayList<>(arguments);
    environment.forEach((name, value) -> line.add(OPTIONS.get(name) + value));
    long startedNanos = System.nanoTime();
    CommandInThisJvm.Said said = CommandInThisJvm.run(line.toArray(String[]::new));
    Duration took = Duration.ofNanos(System.nanoTime() - startedNanos);
    return SaidOnFailure.note(
        new Ended(arguments, said.code(), said.out(), said.err(), folder, took));
  }

  /** Starts it. */
  Running start(String... words) {
    Path folder = newFolder("run");
    List<String> arguments = arguments(folder, words);
    List<String> line = new ArrayList<>(program);
    line.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.startsWith("BMT_"));
    builder.environment().put("BMT_OPTIONS", ""); // What the developer prefers is not tested.
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    try {
      return new Running(builder.start(), folder, arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> arguments(Path folder, String... words) {
    List<String> arguments = new ArrayList<>(Arrays.asList(words));
    if (List.of("run", "alter", "failover", "balance", "watch").stream()
            .anyMatch(arguments::contains)
        && !arguments.contains("--runs-dir")) {
      arguments.addAll(List.of("--runs-dir", folder.resolve("runs").toString()));
    }
    return List.copyOf(arguments);
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
