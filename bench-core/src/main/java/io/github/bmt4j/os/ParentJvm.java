package io.github.bmt4j.os;

import io.github.bmt4j.clock.Daemon;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The JVM that started this one as a {@link ChildJvm}: its requests, and the way to answer them.
 */
public final class ParentJvm {
  private static final int BROKEN = 70;

  @SuppressWarnings("resource") // Standard output stays open.
  private static final FileOutputStream OUTPUT = new FileOutputStream(FileDescriptor.out);

  private static final PrintStream ERRORS =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  private ParentJvm() {}

  /** Execution of a request. */
  public interface Task {
    void run() throws Exception;
  }

  /** A request, which is answered once, by any thread. */
  public record Request(long number, String text) {
    /** Answers that it has been executed. */
    public void answer(String values) {
      write(number + " " + ChildJvm.OK + " " + values);
    }

    /**
     * Executes it in a daemon thread, so that this thread reads the next request, and the end of
     * the parent.
     *
     * @param words text of an exception, for the parent
     */
    public void inBackground(String thread, Task task, Function<Exception, String> words) {
      Daemon.start(
          thread,
          () -> {
            try {
              task.run();
            } catch (Exception e) {
              fail(words.apply(e));
            }
          });
    }

    /** Answers that it cannot be executed. */
    public void fail(String reason) {
      write(number + " " + ChildJvm.FAILED + " " + reason.replaceAll("\\s+", " "));
    }
  }

  /**
   * Prepares a program: it ends when one of its threads fails, and output of libraries does not mix
   * with the answers.
   */
  public static void begin() {
    System.setOut(ERRORS);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          failure.printStackTrace(ERRORS);
          ERRORS.println(thread.getName() + " ended early: " + failure);
          Runtime.getRuntime().halt(BROKEN);
        });
  }

  /** Executes requests until the parent ends, and then ends this JVM. */
  public static void serve(Consumer<Request> program) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ", 2);
      program.accept(new Request(Long.parseLong(words[0]), words[1]));
    }
    Runtime.getRuntime().halt(0);
  }

  /** Reports something unasked. */
  public static void report(String text) {
    write("0 " + ChildJvm.OK + " " + text);
  }

  /** Writes a message to standard error. */
  public static void complain(String text) {
    ERRORS.println(text);
  }

  private static synchronized void write(String line) {
    try {
      OUTPUT.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The parent has ended.
      Runtime.getRuntime().halt(1);
    }
  }
}
