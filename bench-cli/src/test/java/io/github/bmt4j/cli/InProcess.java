package io.github.bmt4j.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The command in this JVM, with what it prints. */
final class InProcess {
  private static final Shutdown SHUTDOWN = thatWaitsForNothing();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Runs it with these words, and gives its exit code. */
  int run(String... words) {
    return new CommandLineRunner(new Screen(stream(out), stream(err), false), SHUTDOWN).run(words);
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static Shutdown thatWaitsForNothing() {
    Shutdown shutdown = new Shutdown();
    shutdown.commandEnded();
    return shutdown;
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
