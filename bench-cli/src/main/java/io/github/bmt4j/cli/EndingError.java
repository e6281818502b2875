package io.github.bmt4j.cli;

import io.github.bmt4j.cli.screen.ExitCode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** An error of the JVM, such as the end of its memory: it ends the command in one line. */
final class EndingError {
  private static final String MEMORY_ADVICE =
      "use fewer threads, or give more, as in BMT_JAVA_OPTIONS=-Xmx1g";

  /** Created while there is memory. */
  private static final byte[] NO_MEMORY =
      ("bmt: Java ran out of memory: " + MEMORY_ADVICE + "\n").getBytes(StandardCharsets.UTF_8);

  private static final FileOutputStream STANDARD_ERROR = new FileOutputStream(FileDescriptor.err);

  private EndingError() {}

  /** Prints the prepared line if there is no memory to create one. */
  private static void sayNoMemory() {
    try {
      STANDARD_ERROR.write(NO_MEMORY);
    } catch (IOException e) {
      // The line cannot go anywhere else.
    }
  }

  /** Cause of an error and its remedy, on one line. */
  static String line(Error error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String reason = cause instanceof OutOfMemoryError ? String.valueOf(cause.getMessage()) : "";
    if (reason.contains("native thread")) {
      return "no more threads can be started: use fewer threads, or raise ulimit -u or the limit of"
          + " the container";
    }
    if (cause instanceof OutOfMemoryError) {
      return "Java ran out of memory (" + reason + "): " + MEMORY_ADVICE;
    }
    if (error instanceof LinkageError) {
      return "Java cannot load a class ("
          + cause
          + "): the cause may be a limit, such as ulimit -n, or an incomplete build";
    }
    return "Java failed (" + cause + "): the cause may be a limit, such as ulimit -n or ulimit -f";
  }

  /** Returns true if the shutdown of the JVM has begun: it then accepts no more hooks. */
  private static boolean ends() {
    Thread hook = new Thread(() -> {}, "bmt-no-hook");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /** Ends the command when an error ends one of its threads: others may wait for it forever. */
  static void endCommandFromAnyThread(PrintStream err) {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          if (failure instanceof Error error) {
            try {
              err.println("bmt: " + line(error));
              if (ends()) {
                // System.exit would wait for the shutdown, which may wait for this thread.
                Runtime.getRuntime().halt(ExitCode.NO_TARGET);
              }
              System.exit(ExitCode.NO_TARGET);
            } catch (OutOfMemoryError e) {
              sayNoMemory();
              Runtime.getRuntime().halt(ExitCode.NO_TARGET);
            }
          }
          err.print("Exception in thread " + thread.getName() + " ");
          failure.printStackTrace(err);
        });
  }
}
