package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  private static final Path SAMPLES = Path.of("../bench-core/src/test/resources/stored-results");

  @TempDir Path folder;

  private final InProcess bmt = new InProcess();

  @Test
  void aPageIsWritten() throws IOException {
    Path page = folder.resolve("out.html");
    String two =
        copy("20261121T000000Z-run-00000001", "") + "," + copy("20261121T000001Z-run-00000002", "");
    String one = copy("20261121T000002Z-run-00000003", "");
    assertThat(bmt.run("report", two, one, "--name=old,new", "-o", page.toString())).isZero();

    assertThat(Files.readString(page))
        .startsWith("<!DOCTYPE html>")
        .contains("default-src 'none'", "Too few runs to tell old and new apart");
    assertThat(bmt.out()).isEqualTo("written  " + page + "\n");
    assertThat(bmt.err()).hasLineCount(3).contains("has no intervals.hlog");
  }

  /** The sides of the series that was stored last, by the names that its labels give. */
  @Test
  void theLatestSeriesIsReported() throws IOException {
    for (int i = 0; i < 8; i++) {
      boolean b = i % 2 == 1;
      copy(
          "2026112" + i + "T000000Z-run-0000000" + i,
          words(
              "\"side\":\"%s\",\"name\":\"%s\",\"series\":\"%s\"",
              b ? "B" : "A", b ? "new" : "old", i < 2 ? "first" : "last"));
    }
    Path page = folder.resolve("out.html");
    String dir = "--runs-dir=" + folder;
    assertThat(bmt.run("report", "--series=latest", dir, "-o", page.toString())).isZero();
    assertThat(Files.readString(page))
        .contains("No difference between old and new was shown", "3 runs each, in turns");
    assertThat(bmt.run("report", "--by=side", "--label=series=first", dir, "-o", page.toString()))
        .isZero();
    assertThat(Files.readString(page)).contains("Too few runs to tell old and new apart");

    assertThat(bmt.run("report", "--series=latest", "latest", dir, "-o", page.toString()))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("report", "--series=last", "--name=x", dir, "-o", page.toString()))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err())
        .contains("--series names the runs", "--name: give each of the 2 sides its own name");
  }

  /** A stored result with these labels. */
  private String copy(String name, String labels) throws IOException {
    Path run = Files.createDirectory(folder.resolve(name));
    String text = Files.readString(SAMPLES.resolve("run/result.json"));
    Files.writeString(
        run.resolve("result.json"),
        labels.isEmpty() ? text : text.replaceFirst("\\{", "{\"labels\":{" + labels + "},"));
    return run.toString();
  }

  @Test
  void resultsWithoutAnyFigureHaveAPageThatSaysSo() throws IOException {
    List<String> runs = new ArrayList<>();
    for (String id : List.of("1", "2", "3")) {
      ObjectNode none =
          (ObjectNode) new ObjectMapper().readTree(SAMPLES.resolve("alter/result.json").toFile());
      none.put("id", id).putArray("alters");
      none.putArray("ratios");
      Path run = Files.createDirectory(folder.resolve("20261121T00000" + id + "Z-alter-" + id));
      Files.writeString(run.resolve("result.json"), none.toString());
      runs.add(run.toString());
    }
    Path page = folder.resolve("out.html");

    assertThat(bmt.run("report", String.join(",", runs), "-o", page.toString()))
        .as(bmt.err())
        .isZero();
    assertThat(Files.readString(page)).contains("3 runs without a main figure");
    assertThat(bmt.run("report", runs.get(0), runs.get(1), runs.get(2), "-o", page.toString()))
        .as(bmt.err())
        .isZero();
    assertThat(Files.readString(page)).contains("the results have no figure in common");
    assertThat(bmt.run("report", runs.get(0), "-o", page.toString())).as(bmt.err()).isZero();
    assertThat(Files.readString(page)).contains("no ALTER was done");
  }

  /** Every command that writes one; a FIFO without a reader would be waited for. */
  @Test
  void aPageGoesIntoAFileAndNothingElse() throws Exception {
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    for (Path place : List.of(fifo, folder)) {
      for (String line :
          List.of(
              "report " + SAMPLES.resolve("run"),
              "run oltp_insert --repeat=2",
              "scenario run none.yaml",
              "preset run thread-sweep --target=a=local")) {
        InProcess once = new InProcess();
        int code = once.run((line + " --file=" + place).split(" "));
        assertThat(code).as(once.err()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(once.err())
            .isEqualTo(
                words(
                    "bmt: --file=%s: it is %s; name a file\n",
                    place, place == fifo ? "not a regular file" : "a folder"));
      }
    }
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
        .contains("--file=" + nowhere + ": there is no such folder", "results of several kinds");
  }
}
