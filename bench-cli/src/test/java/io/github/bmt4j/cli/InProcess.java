package io.github.bmt4j.cli;

import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.server.Shutdown;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine;

/** The command in this JVM, with what it prints. */
public final class InProcess {
  private static final Shutdown SHUTDOWN = thatWaitsForNothing();

  private final Map<String, String> environment;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  public InProcess() {
    this(Map.of());
  }

  /**
   * @param environment what the launcher and the terminal say
   */
  public InProcess(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Runs it with these words, and gives its exit code. */
  public int run(String... words) {
    Screen screen = new Screen(stream(out), stream(err), Screen.Terminal.of(environment));
    return new CommandLineRunner(screen, SHUTDOWN, environment).run(words);
  }

  /** All commands, to read words with. */
  public static CommandLine commands() {
    return commands(name -> true);
  }

  /** The commands, of which only those that are wanted have options. */
  public static CommandLine commands(Predicate<String> wanted) {
    InProcess none = new InProcess();
    Screen screen =
        new Screen(stream(none.out), stream(none.err), Screen.Terminal.of(none.environment));
    return new CommandLineRunner(screen, SHUTDOWN, none.environment).commands(wanted);
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Standard error, but for the downloads of drivers that this machine has not had so far. */
  public String err() {
    return err.toString(StandardCharsets.UTF_8).replaceAll("(?m)^Downloading \\S+\\.jar …\n", "");
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
