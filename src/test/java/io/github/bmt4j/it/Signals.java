package io.github.bmt4j.it;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Signals to processes that a test has started, by number. */
final class Signals {
  private Signals() {}

  static void send(String name, long pid) {
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
