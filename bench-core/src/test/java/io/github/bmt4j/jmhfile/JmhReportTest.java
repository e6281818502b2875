package io.github.bmt4j.jmhfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.SampleJmh;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import org.junit.jupiter.api.Test;

class JmhReportTest {
  private static final String NAME =
      "StatementBenchmark.execute driver=mariadb workload=oltp_read_only";

  @Test
  void everyBenchmarkHasALineAndItsOtherMetricsBelow() {
    List<String> lines = new JmhReport().text(SampleJmh.onServer(), 200).lines().skip(2).toList();

    assertThat(lines)
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("  " + NAME + " avgt ")
                    .containsPattern(" 10 +12\\.500 +0\\.750  us/op$"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("    gc.alloc.rate.norm ")
                    .containsPattern(" 2 +1,536\\.000 +-  B/op$"));
    assertThat(lines.indexOf(line(lines, NAME + " avgt")) + 1)
        .isEqualTo(lines.indexOf(line(lines, "gc.alloc.rate.norm")));
  }

  @Test
  void percentilesThatTheSampleDoesNotSupportAreLeftOut() {
    String text = new JmhReport().text(SampleJmh.onServer(), 200);

    assertThat(text).contains("p0.00 ", "p0.50 ", "p0.999 ", "p1.00 ").doesNotContain("p0.9999 ");
  }

  @Test
  void columnsAreInLine() {
    List<String> table =
        new JmhReport()
            .text(SampleJmh.onServer(), 200)
            .lines()
            .skip(2)
            .filter(line -> line.contains("/op"))
            .toList();

    assertThat(table).hasSize(7);
    assertThat(table)
        .extracting(line -> line.lastIndexOf("  "))
        .containsOnly(table.get(0).lastIndexOf("  "));
  }

  @Test
  void saysWhatItRanOnAndThatWithoutAServerItCannot() {
    assertThat(new JmhReport().text(SampleJmh.onServer(), 200))
        .contains(
            "\n\nall.json of JMH, measured at 2026-11-20T18:51:41Z\n",
            "jvm      OpenJDK 64-Bit Server VM 17.0.15+6, JMH 1.37, -Xmx1g\n",
            "\nserver   MariaDB ",
            "\ndriver   MariaDB Connector/J ");
    assertThat(new JmhReport().text(SampleJmh.ofOneIteration(), 200))
        .doesNotContain("server  ", "driver  ");
  }

  @Test
  void saysWhyItIsInvalidAndWhatToBearInMind() {
    JmhResult valid = SampleJmh.ofOneIteration();
    JmhResult invalid =
        Made.like(valid)
            .set("verdict", new Verdict(Status.INVALID, List.of("x has no score")))
            .set("warnings", List.of("one fork"))
            .record();

    assertThat(new JmhReport().text(valid, 200))
        .contains("\nVALID\n")
        .doesNotContain("note", "because");
    assertThat(new JmhReport().text(invalid, 200))
        .contains("\nINVALID\n", "because: x has no score\n", "note     one fork\n");
  }

  @Test
  void scoresHaveThreeDigitsHoweverSmall() {
    assertThat(Numbers.score(null)).isEqualTo("-");
    assertThat(Numbers.score(0.0)).isEqualTo("0.000");
    assertThat(Numbers.score(0.42473)).isEqualTo("0.425");
    assertThat(Numbers.score(1.3633262526656747E-4)).isEqualTo("0.000136");
    assertThat(Numbers.score(1.36e-5)).isEqualTo("1.36e-05");
    assertThat(Numbers.score(2_142_208.0)).isEqualTo("2,142,208.000");
  }

  private static String line(List<String> lines, String part) {
    return lines.stream().filter(line -> line.contains(part)).findFirst().orElseThrow();
  }
}
