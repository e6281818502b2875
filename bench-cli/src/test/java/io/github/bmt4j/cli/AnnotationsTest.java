package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Annotations of GitHub Actions, written to standard error: errors at the lines of a change. */
class AnnotationsTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("pay, 100%.sql"), "SELECT 1;\nSELECT :idd;\n");
  }

  @Test
  void aMistakeInAFileIsAtItsLine() {
    InProcess bmt = new InProcess(Map.of("GITHUB_ACTIONS", "true"));

    assertThat(bmt.run("run", file.toString())).isEqualTo(2);

    String escaped = file.toString().replace("%", "%25");
    assertThat(bmt.err())
        .startsWith(
            "::error file="
                + escaped.replace(",", "%2C")
                + ",line=2,col=8::"
                + escaped
                + ":2:8: :idd is not defined here")
        .contains("\nbmt: " + file + ":2:8: :idd is not defined here");
    assertThat(bmt.out()).isEmpty();
  }

  @Test
  void otherMistakesHaveNoPlace() {
    InProcess bmt = new InProcess(Map.of("GITHUB_ACTIONS", "true"));

    assertThat(bmt.run("run", "oltp_point_select", "--threads=0")).isEqualTo(2);

    assertThat(bmt.err()).startsWith("::error title=bmt::--threads=0: give a number from 1");
  }

  @Test
  void elsewhereThereAreNone() {
    InProcess bmt = new InProcess();

    assertThat(bmt.run("run", file.toString())).isEqualTo(2);

    assertThat(bmt.err()).startsWith("bmt: ").doesNotContain("::error");
  }
}
