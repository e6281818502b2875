package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  private static final Path SAMPLES = Path.of("../bench-core/src/test/resources/stored-results");

  @TempDir Path folder;

  private final InProcess bmt = new InProcess();

  @Test
  void aPageIsWritten() throws IOException {
    Path page = folder.resolve("out.html");
    String run = SAMPLES.resolve("run").toString();
    assertThat(bmt.run("report", run + "," + run, run, "-o", page.toString())).isZero();

    assertThat(Files.readString(page))
        .startsWith("<!DOCTYPE html>")
        .contains("default-src 'none'", "oltp_read_write");
    assertThat(bmt.out()).isEqualTo("written  " + page + "\n");
    assertThat(bmt.err()).hasLineCount(3).contains("has no intervals.hlog");
  }

  @Test
  void badInputIsOneLine() {
    String run = SAMPLES.resolve("run").toString();
    Path nowhere = folder.resolve("none").resolve("out.html");
    assertThat(bmt.run("report", run)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("report", "-o", "out.html")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("report", "nothing", "-o", "out.html")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("report", run, "-o", nowhere.toString())).isEqualTo(ExitCode.BAD_INPUT);

    String kinds = run + "," + SAMPLES.resolve("sweep");
    assertThat(bmt.run("report", kinds, "-o", "out.html")).isEqualTo(ExitCode.BAD_INPUT);

    assertThat(bmt.out()).isEmpty();
    assertThat(bmt.err())
        .contains("--file=" + nowhere + ": NoSuchFile", "results of several kinds");
  }
}
