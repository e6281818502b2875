package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.TargetException;
import java.util.Locale;

/** An operating system and a processor, as the artifacts of server binaries name them. */
record Platform(String os, String arch) {
  static Platform here() {
    return new Platform(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  /**
   * Classifier of the artifact with binaries for it.
   *
   * @throws TargetException when none are published for it
   */
  String classifier() throws TargetException {
    String system = os.toLowerCase(Locale.ROOT);
    boolean intel = arch.equals("amd64") || arch.equals("x86_64");
    if (system.equals("linux") && intel) {
      return "linux64";
    }
    if (system.startsWith("mac") && arch.equals("aarch64")) {
      return "macos-arm64";
    }
    if (system.startsWith("windows") && intel) {
      return "winx64";
    }
    throw new TargetException(
        words(
            "--target embedded: no MariaDB binaries are published for %s on %s; choose "
                + "--target local (an installed mariadbd or mysqld), --target "
                + "container:mariadb:11.4, or --url jdbc:...",
            os, arch));
  }
}
