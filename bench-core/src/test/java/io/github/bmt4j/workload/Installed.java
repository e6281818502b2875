package io.github.bmt4j.workload;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Programs of this machine that a test may, must or must not use. */
final class Installed {
  private Installed() {}

  /**
   * Where a program is. Ends the test when it may not go on: loudly, or as failed.
   *
   * @param property system property with auto, required or off
   */
  static Path program(String property, String name, String test) {
    String wish = System.getProperty(property, "auto").toLowerCase(Locale.ROOT);
    if (wish.equals("off")) {
      throw leftOut(test, property + "=off");
    }
    return find(name)
        .orElseGet(
            () -> {
              String reason = name + " is not on the PATH";
              if (wish.equals("required")) {
                fail(test + " needs it, and " + property + "=required: " + reason);
              }
              throw leftOut(test, reason);
            });
  }

  /** Leaves a test out, and says so. */
  static RuntimeException leftOut(String test, String reason) {
    String message = "LEFT OUT: " + test + ", because " + reason;
    System.err.println("\n*** " + message + " ***\n");
    return Assumptions.<RuntimeException>abort(message);
  }

  private static Optional<Path> find(String name) {
    String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
