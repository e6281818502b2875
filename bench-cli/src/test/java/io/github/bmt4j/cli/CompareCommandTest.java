package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CompareCommandTest {
  private static final Path SAMPLES = Path.of("../bench-core/src/test/resources/stored-results");

  private final InProcess bmt = new InProcess();

  @Test
  void aResultIsNoDifferentFromItself() {
    String run = SAMPLES.resolve("run").toString();
    String three = run + "," + run + "," + run;
    assertThat(bmt.run("compare", three, three, "--fail-if", "tps < -1%")).isZero();

    assertThat(bmt.out())
        .startsWith("A        oltp_read_write")
        .contains("tps", "+0.0 %", "not shown")
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
            "bmt: these results cannot be compared, see above; --anyway compares them all the same\n");

    InProcess mixed = new InProcess();
    String both = SAMPLES.resolve("run") + "," + SAMPLES.resolve("sweep");
    assertThat(mixed.run(words[0], both, words[1], "--anyway")).isZero();
    assertThat(mixed.err()).contains("WARNING  other work: kind: run, sweep | run\n");

    InProcess told = new InProcess();
    assertThat(told.run(words[0], words[1], words[2], "--anyway", "--output=json")).isZero();
    assertThat(told.out()).contains("\"figure\" : \"tps\"", "\"verdict\" : \"too few\"");
    assertThat(told.err()).contains("WARNING  other work: ");
  }

  @Test
  void badInputIsOneLine() {
    String run = SAMPLES.resolve("run").toString();
    assertThat(bmt.run("compare", run)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("compare", run, run, "--fail-if=p99 rises")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("compare", run, run, "--fail-if=p98 > 1%")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("compare", run, "none")).isEqualTo(ExitCode.BAD_INPUT);

    assertThat(bmt.err())
        .hasLineCount(4)
        .contains("such as 'p99 > +10%'", "choose one of tps, p50, p95, p99");
    assertThat(bmt.out()).isEmpty();
  }
}
