package io.github.bmt4j.cli;

import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.server.Shutdown;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The command as {@link Main} runs it, in the JVM of the tests: without the second or two of
 * processor time that a JVM takes to start.
 */
public final class CommandInThisJvm {
  private static final Shutdown SHUTDOWN = thatWaitsForNothing();

  private CommandInThisJvm() {}

  /** What it said, and its exit code. */
  public record Said(int code, String out, String err) {}

  /** Runs it to its end. */
  public static Said run(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Screen screen = new Screen(stream(out), stream(err), Screen.Terminal.of(Map.of()));
    int code = new CommandLineRunner(screen, SHUTDOWN, Map.of()).run(words);
    return new Said(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static Shutdown thatWaitsForNothing() {
    Shutdown shutdown = new Shutdown();
    shutdown.commandEnded(0);
    return shutdown;
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
