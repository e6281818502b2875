package io.github.bmt4j.cli;

import io.github.bmt4j.cli.options.HiddenWords;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.cli.series.Series;
import io.github.bmt4j.os.UserFolders;
import io.github.bmt4j.server.Shutdown;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Entry point of {@code bmt}. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    HiddenWords.restore(System.getProperties(), System.getenv());
    UserFolders.findHome();
    // Silences slf4j if it finds no logger.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    EndingError.endCommandFromAnyThread(err);
    Shutdown shutdown = Shutdown.ofJvm();
    endWithSeries();
    int code = ExitCode.INVALID;
    try {
      Screen screen = new Screen(out, err, Screen.Terminal.of(System.getenv()));
      screen.cell(System.getenv(Series.CELL));
      code = new CommandLineRunner(screen, shutdown, System.getenv()).run(args);
    } finally {
      if (out.checkError() && code == ExitCode.VALID) {
        err.println("bmt: standard output could not be written in full");
        code = ExitCode.INVALID;
      }
      err.flush();
      shutdown.commandEnded(code);
    }
    // After a signal the exit code is the signal's; before JDK 19, an exit here could replace it.
    if (!shutdown.stop().given()) {
      System.exit(code);
    }
  }

  /** Ends a cell in order when its series is killed; otherwise it would disturb the next run. */
  private static void endWithSeries() {
    String process = System.getenv(Series.PROCESS);
    if (process == null) {
      return;
    }
    CompletableFuture<?> end =
        ProcessHandle.of(Long.parseLong(process))
            .<CompletableFuture<?>>map(ProcessHandle::onExit)
            .orElseGet(() -> CompletableFuture.completedFuture(null));
    CompletableFuture<Void> unused = end.thenRunAsync(() -> System.exit(ExitCode.INVALID));
  }
}
