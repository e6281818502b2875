package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The launcher's own build, by the real Maven, in a copy of this checkout. */
class LauncherBuildIT {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final List<String> COPIED =
      List.of(
          ".mvn",
          "bmt",
          "pom.xml",
          "bench-jmh/pom.xml",
          "src/test/pom.xml",
          "bench-core/pom.xml",
          "bench-core/src/main",
          "bench-core/target/classes",
          "bench-core/target/maven-status",
          "bench-cli/pom.xml",
          "bench-cli/src/main",
          "bench-cli/target/classes",
          "bench-cli/target/maven-status");

  @Tag("extended")
  @Test
  void aChangedLineIsInTheCommandThatStarts() throws IOException {
    Path checkout = Bmt.newFolder("checkout");
    for (String path : COPIED) {
      copy(ROOT.resolve(path), checkout.resolve(path));
    }
    Path main = checkout.resolve("bench-cli/src/main/java/io/github/bmt4j/cli/Main.java");
    String source = Files.readString(main);
    String changed =
        source.replaceFirst("(void main\\(.*\\{)", "$1 System.err.println(\"changed\");");
    assertThat(changed).isNotEqualTo(source);
    Files.writeString(main, changed);

    Bmt launcher = Bmt.launcher(checkout.resolve("bmt"));
    try (Running building = launcher.start("list")) {
      Ended built = building.await(Duration.ofMinutes(5)).exits(0);
      assertThat(built.err()).contains("Building bmt4j", "changed");
      assertThat(built.out()).contains("oltp_read_write");
    }
    // The start that builds makes no archive of classes.
    try (Stream<Path> files = Files.walk(checkout)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".jsa"));
    }
    Bmt fromArchive = launcher.with("BMT_JAVA_OPTIONS", "-Xshare:on -Xlog:class+load:stderr");
    assertThat(fromArchive.run("list").exits(0).err())
        .doesNotContain("Building")
        .contains("changed")
        .containsPattern("io\\.github\\.bmt4j\\.cli\\.Main source: shared objects file");
  }

  /** With the times of its files: Maven and the launcher go by them. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        if (!Files.isDirectory(file)) {
          Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }
}
