package io.github.bmt4j.jmh.host;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Java version of a JVM that {@code -jvm} names. */
final class JavaVersion {
  private static final Pattern SPECIFICATION =
      Pattern.compile("java\\.specification\\.version = (?:1\\.)?(\\d+)");

  private static final int MOST_BYTES = 100_000;

  private JavaVersion() {}

  /**
   * Asks the JVM.
   *
   * @param jvm its program; empty for the one that we run in
   * @throws BadInputException when it is none
   */
  static int of(String jvm) {
    if (jvm.isEmpty()) {
      return Runtime.version().feature();
    }
    try {
      Process process =
          new ProcessBuilder(jvm, "-XshowSettings:properties", "-version")
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
      process.destroyForcibly();
      Matcher version = SPECIFICATION.matcher(said);
      if (version.find()) {
        return Integer.parseInt(version.group(1));
      }
    } catch (IOException e) {
      throw new BadInputException("-jvm " + jvm + " cannot be started: " + e.getMessage());
    }
    throw new BadInputException("-jvm " + jvm + ": this is no Java");
  }
}
