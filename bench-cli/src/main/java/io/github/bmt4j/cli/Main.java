package io.github.bmt4j.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Entry point of {@code bmt}. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    Shutdown shutdown = new Shutdown();
    int code = ExitCode.INVALID;
    try {
      code = new CommandLineRunner(new Screen(out, err, Screen.onTerminal()), shutdown).run(args);
    } finally {
      if (out.checkError() && code == ExitCode.VALID) {
        err.println("bmt: standard output could not be written in full");
        code = ExitCode.INVALID;
      }
      err.flush();
      shutdown.commandEnded();
    }
    System.exit(code);
  }
}
