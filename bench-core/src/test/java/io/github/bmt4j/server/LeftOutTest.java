package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of the tests that a build left out. */
class LeftOutTest {
  private static final Instant BEGAN = Instant.parse("2026-11-29T04:00:00Z");

  @TempDir Path root;

  @Test
  void testsOfAllModulesAreCountedByReasonAndThoseOfEarlierBuildsAreNot() throws Exception {
    note("bench-core", BEGAN, "3 no engine", "1 no sshd");
    note("src/test", BEGAN.plusSeconds(400), "2 no engine");
    note("bench-jmh", BEGAN.minusSeconds(1), "7 no engine");

    assertThat(LeftOutTable.text(LeftOutTable.counts(root, BEGAN)))
        .isEqualTo(
            """

            6 tests were left out:
                  5  no engine
                  1  no sshd

            """);
  }

  @Test
  void nothingIsSaidWhereNoTestWasLeftOut() throws Exception {
    assertThat(LeftOutTable.text(LeftOutTable.counts(root, BEGAN))).isEmpty();
  }

  private void note(String module, Instant written, String... lines) throws Exception {
    Path folder = Files.createDirectories(root.resolve(module).resolve(LeftOutTable.NOTES));
    Path file = Files.write(folder.resolve("1.txt"), List.of(lines));
    Files.setLastModifiedTime(file, FileTime.from(written));
  }
}
