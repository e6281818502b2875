package io.github.bmt4j.jmh.host;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Java version of a JVM that {@code -jvm} names. */
final class JavaVersion {
  private static final Pattern SPECIFICATION =
      Pattern.compile("java\\.specification\\.version = (?:1\\.)?(\\d+)");

  private static final Duration PATIENCE = Duration.ofSeconds(30);

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
      List<String> command = List.of(jvm, "-XshowSettings:properties", "-version");
      Matcher version = SPECIFICATION.matcher(Launch.ask(command, PATIENCE).text());
      if (version.find()) {
        return Integer.parseInt(version.group(1));
      }
    } catch (IOException e) {
      throw new BadInputException("-jvm " + jvm + " cannot be started: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new BadInputException("-jvm " + jvm + ": this is no Java");
  }
}
