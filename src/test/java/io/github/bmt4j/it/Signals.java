package io.github.bmt4j.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.server.process.Standstill;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Signals to processes that a test has started, by number. */
final class Signals {
  private Signals() {}

  /** Leaves the test out where nothing shows the processes that a command has started. */
  static void needProc() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no /proc");
  }

  /** Sends one; after STOP it returns when all threads of the process have stopped. */
  static void send(String name, long pid) {
    if (name.equals("STOP")) {
      Standstill.of(pid);
      return;
    }
    try {
      int code =
          new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start().waitFor();
      if (code != 0) {
        throw new IllegalStateException("kill -" + name + " " + pid + " failed: " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
