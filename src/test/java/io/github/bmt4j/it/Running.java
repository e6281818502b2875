package io.github.bmt4j.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A command that was started and is bounded in time: closing it kills it. */
final class Running implements AutoCloseable {
  private static final Duration MOST = Duration.ofMinutes(2);

  private final Process process;
  private final Path folder;
  private final List<String> words;
  private final long startedNanos = System.nanoTime();

  Running(Process process, Path folder, List<String> words) {
    this.process = process;
    this.folder = folder;
    this.words = words;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  Path folder() {
    return folder;
  }

  /** The command lines of its process and of those that it has started, as anybody may see them. */
  String commandLines() {
    return processes().map(Running::commandLine).collect(Collectors.joining("\n"));
  }

  /** Its process and those that it has started. */
  Stream<ProcessHandle> processes() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants());
  }

  /** A process that it has started, by a part of the command line. */
  long descendant(String part) {
    return process
        .descendants()
        .filter(handle -> commandLine(handle).contains(part))
        .findFirst()
        .orElseThrow()
        .pid();
  }

  /** Empty when the process has ended. */
  private static String commandLine(ProcessHandle handle) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(handle.pid()), "cmdline"));
    } catch (IOException e) {
      if (handle.isAlive()) {
        throw new UncheckedIOException(e);
      }
      return "";
    }
  }

  /** Sends it a signal: INT, TERM, KILL. */
  void signal(String name) {
    Signals.send(name, process.pid());
  }

  /** Waits until its standard output has a line that matches. */
  void awaitOutput(String regex) {
    awaitText("out", regex);
  }

  /** Waits until its standard error has a line that matches, and gives the first one. */
  String awaitMessage(String regex) {
    return awaitText("err", regex);
  }

  private String awaitText(String file, String regex) {
    List<String> there = new ArrayList<>();
    Await.until(
        "a line like " + regex + " from " + words,
        () -> {
          boolean ended = !process.isAlive();
          text(file).lines().filter(line -> line.matches(regex)).findFirst().ifPresent(there::add);
          if (ended && there.isEmpty()) {
            throw new AssertionError(words + " ended without a line like " + regex + all());
          }
          return !there.isEmpty();
        });
    return there.get(0);
  }

  /** Waits for its end, for two minutes at most. */
  Ended await() {
    return await(MOST);
  }

  /** Waits for its end. */
  Ended await(Duration most) {
    try {
      if (!process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
        throw new AssertionError(words + " did not end within " + most + all());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - startedNanos);
    return SaidOnFailure.note(
        new Ended(words, process.exitValue(), text("out"), text("err"), folder, took));
  }

  private String all() {
    return "\nstdout:\n" + text("out") + "\nstderr:\n" + text("err");
  }

  private String text(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
