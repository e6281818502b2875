package io.github.bmt4j.it;

import io.github.bmt4j.server.process.Standstill;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Signals to processes that a test has started, by number. */
final class Signals {
  private Signals() {}

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
