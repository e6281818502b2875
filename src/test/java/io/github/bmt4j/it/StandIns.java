package io.github.bmt4j.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;

/**
 * Programs that stand in for Java and Maven, and sources of a given age.
 *
 * @param home whose folder {@code bin} gets them
 */
record StandIns(Path home) {
  /** A Java that prints its version, and otherwise how it was called. */
  void java(String version) throws IOException {
    program(
        "java",
        "if [ \"$*\" = -version ]; then cat >&2 <<'END'\n"
            + version
            + "\nEND\nexit; fi\n"
            + "kind=option\n"
            + "for word; do\n"
            + "  if [ \"$word\" = io.github.bmt4j.cli.Main ]; then kind=word; continue; fi\n"
            + "  printf '%s %s\\n' $kind \"$word\"\n"
            + "done\n"
            + "echo \"called $BMT_CALLED\"\n"
            + "env | sed -n 's/^BMT_[AY]/variable &/p; s/^LC_/variable &/p'\n");
  }

  /** A Maven that is a script. */
  void mvn(String script) throws IOException {
    program("mvn", script);
  }

  /** A program that is a script. */
  void program(String name, String script) throws IOException {
    Path file = Files.createDirectories(home.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Makes sources older by a number of seconds, folders included. */
  static void age(Path checkout, int seconds) throws IOException {
    FileTime then = FileTime.from(Instant.now().minusSeconds(seconds));
    try (var files = Files.walk(checkout)) {
      for (Path file : files.filter(f -> !f.toString().contains("target")).toList()) {
        Files.setLastModifiedTime(file, then);
      }
    }
  }
}
