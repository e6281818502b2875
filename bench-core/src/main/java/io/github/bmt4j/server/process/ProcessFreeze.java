package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.server.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Suspends a process and lets it go on; the system reports its state. */
final class ProcessFreeze {
  private static final int POLL_MS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Path PROC = Path.of("/proc");

  private ProcessFreeze() {}

  /** Suspends it, and returns when all its threads are stopped. */
  static void freeze(long pid) throws TargetException {
    signal("-STOP", pid, true);
  }

  /** Lets it go on, and returns when it runs. */
  static void thaw(long pid) throws TargetException {
    signal("-CONT", pid, false);
  }

  static boolean isFrozen(long pid) throws TargetException {
    try {
      Path threads = PROC.resolve(pid + "/task");
      return Files.isDirectory(threads) ? allStand(threads) : answer(pid).startsWith("T");
    } catch (IOException e) {
      throw new TargetException("cannot tell whether process " + pid + " is stopped: " + e, e);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
  }

  private static boolean allStand(Path threads) throws IOException {
    boolean any = false;
    for (Path thread : Folders.children(threads)) {
      try {
        // The name before the state may contain any character, also a bracket.
        String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
        any = true;
      } catch (NoSuchFileException e) {
        // This thread has ended since.
      }
    }
    return any;
  }

  /** State of a process on systems without /proc. */
  private static String answer(long pid) throws IOException, InterruptedException {
    return Launch.ask(List.of("ps", "-o", "state=", "-p", Long.toString(pid)), LIMIT)
        .text()
        .strip();
  }

  private static void signal(String name, long pid, boolean freezes) throws TargetException {
    try {
      if (Launch.ask(List.of("kill", name, Long.toString(pid)), LIMIT).code() != 0) {
        throw new TargetException("kill " + name + " " + pid + " failed");
      }
    } catch (IOException e) {
      throw new TargetException("kill " + name + " " + pid + " failed: " + e, e);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
    if (!Waiting.until(PATIENCE, POLL_MS, () -> isFrozen(pid) == freezes)) {
      throw new TargetException("kill " + name + " had no effect on process " + pid);
    }
  }
}
