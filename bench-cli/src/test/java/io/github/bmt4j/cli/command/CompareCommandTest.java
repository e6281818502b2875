package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  private static final Path SAMPLES = Path.of("../bench-core/src/test/resources/stored-results");

  private final InProcess bmt = new InProcess();

  @TempDir Path folder;

  /** The same result, stored as often as wanted. */
  private String runs(String... names) throws IOException {
    List<String> runs = new ArrayList<>();
    for (String name : names) {
      Path run = Files.createDirectory(folder.resolve(name));
      Files.copy(SAMPLES.resolve("run/result.json"), run.resolve("result.json"));
      runs.add(run.toString());
    }
    return String.join(",", runs);
  }

  @Test
  void aResultIsNoDifferentFromItself() throws IOException {
    String three = runs("a", "b", "c");
    assertThat(bmt.run("compare", three, runs("d", "e", "f"), "--fail-if", "tps < -1%")).isZero();

    assertThat(bmt.out())
        .startsWith(
            "No difference between A and B was shown: transactions a second A 554/s, B 554/s; "
                + "3 runs each, not in turns\n\nA        oltp_read_write")
        .contains("tps", "+0.0 %", "not significant")
        .doesNotContain("differs", "better", "worse");
    assertThat(bmt.err()).isEmpty();
  }

  @Test
  void otherWorkIsRefusedUnlessTold() {
    String[] words = {
      "compare", SAMPLES.resolve("run").toString(), SAMPLES.resolve("run-open").toString()
    };
    assertThat(bmt.run(words)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.out()).isEmpty();
    assertThat(bmt.err())
        .contains("other work: scenario.workload: oltp_read_write | oltp_point_select")
        .endsWith(
            "bmt: these results cannot be compared, see above; --anyway compares them"
                + " nevertheless\n");

    InProcess mixed = new InProcess();
    String both = SAMPLES.resolve("run") + "," + SAMPLES.resolve("sweep");
    assertThat(mixed.run(words[0], both, words[2], "--anyway")).isZero();
    assertThat(mixed.err()).contains("WARNING  other work: kind: run, sweep | run\n");

    InProcess told = new InProcess();
    assertThat(told.run(words[0], words[1], words[2], "--anyway", "--output=json")).isZero();
    assertThat(told.out()).contains("\"figure\" : \"tps\"", "\"verdict\" : \"too few\"");
    assertThat(told.err()).contains("WARNING  other work: ");
  }

  /** A check that cannot be made is not passed. */
  @Test
  void aConditionOnTooFewRunsFails() throws IOException {
    assertThat(bmt.run("compare", runs("a", "b"), runs("c", "d"), "--fail-if", "tps < -1%"))
        .isEqualTo(ExitCode.INVALID);

    assertThat(bmt.err()).isEqualTo("FAILED   B: tps < -1% cannot be judged: too few\n");
  }

  @Test
  void aConditionThatFailsIsAnAnnotationOnGithub() throws IOException {
    InProcess github = new InProcess(Map.of("GITHUB_ACTIONS", "true"));

    assertThat(github.run("compare", runs("a"), runs("b"), "--fail-if", "tps < -1%"))
        .isEqualTo(ExitCode.INVALID);

    assertThat(github.err())
        .endsWith("\n::error title=bmt::B: tps < -1%25 cannot be judged: too few\n");
  }

  @Test
  void badInputIsOneLine() throws IOException {
    String run = SAMPLES.resolve("run").toString();
    String other = runs("a");
    assertThat(bmt.run("compare", run)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("compare", run, other, "--fail-if=p99 rises")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("compare", run, other, "--fail-if=p98 > 1%")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("compare", run, "none")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("compare", other, run + "," + other)).isEqualTo(ExitCode.BAD_INPUT);

    assertThat(bmt.err())
        .hasLineCount(5)
        .contains("such as 'p99 > +10%'", "choose one of tps, p50, p95, p99")
        .containsPattern("result \\w+ is given twice");
    assertThat(bmt.out()).isEmpty();
  }
}
