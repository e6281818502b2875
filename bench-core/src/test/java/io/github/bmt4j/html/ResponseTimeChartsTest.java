package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.html.HtmlReport.Part;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Percentiles and heat maps, made of the logs of histograms. */
class ResponseTimeChartsTest {
  private final List<String> problems = new ArrayList<>();

  @TempDir private Path folder;

  @Test
  void percentilesAreThoseOfAllIntervalsTogether() throws IOException {
    Path run = HtmlReportTest.copy("run", folder);
    logged(
        run,
        (part, tag) -> {
          Histogram histogram = new Histogram(3);
          for (int i = 0; i < 500; i++) {
            long millis = tag.equals("failed") ? 90_000 : part * 500 + i + 1;
            histogram.recordValue(millis * 1_000_000);
          }
          return histogram;
        },
        2);
    JsonNode charts = data(run).path("charts");
    JsonNode curve = charts.get(charts.size() - 1).at("/plots/0");

    assertThat(curve.at("/x/24").asDouble()).isCloseTo(10, within(1e-9));
    assertThat(curve.at("/lines/0/y/24").asDouble()).isCloseTo(900, within(1.0));
    assertThat(curve.at("/lines/0/y/48").asDouble()).isCloseTo(990, within(1.0));
    assertThat(problems).isEmpty();
  }

  @Test
  void aHeatMapHasTheOperationsOfEachIntervalByTheirTimes() throws IOException {
    JsonNode chart = HtmlReportTest.heatMap(data(twoIntervals(HtmlReportTest.copy("run", folder))));
    JsonNode heat = chart.path("heat");

    assertThat(chart.path("title").asText()).isEqualTo("Response times over time");
    assertThat(heat.path("step").asDouble()).isEqualTo(1);
    assertThat(heat.path("seconds")).extracting(JsonNode::asDouble).containsExactly(1.0, 1.0, 1.0);
    // 1 ms is in row 0 of 8 rows a decade, 10 ms in row 8, 150 ms in row 17: nothing in the second.
    assertThat(heat.path("lowest").asInt()).isZero();
    assertThat(heat.path("rows").asInt()).isEqualTo(18);
    assertThat(heat.path("columns").toString()).isEqualTo("[[0,30],[],[8,2,0,0,0,0,0,0,0,0,1]]");
    assertThat(chart.at("/plots/0/x"))
        .extracting(JsonNode::asDouble)
        .containsExactly(0.5, 1.5, 2.5);
    assertThat(chart.at("/plots/0/lines/0/y/0").asDouble()).isCloseTo(1.155, within(0.001));
    assertThat(chart.at("/plots/0/lines/0/y/1").isNull()).isTrue();
  }

  @Test
  void manyIntervalsShareAColumnAndEachColumnHasAsMany() throws IOException {
    Path run = HtmlReportTest.copy("run", folder);
    logged(run, (part, tag) -> times(1_000_000), 1_000);
    JsonNode heat = HtmlReportTest.heatMap(data(run)).path("heat");

    assertThat(heat.path("step").asDouble()).isEqualTo(3);
    assertThat(heat.path("columns")).hasSize(334);
    for (int column = 0; column < 333; column++) {
      assertThat(heat.path("columns").path(column).toString()).isEqualTo("[0,3]");
    }
  }

  @Test
  void aDamagedOrMissingLogOfHistogramsIsOneLine() throws IOException {
    Path run = HtmlReportTest.copy("run", folder);
    data(run);
    Files.writeString(run.resolve("intervals.hlog"), "Tag=response,0.0,1.0,2.0,HISTnothing\n");

    assertThat(problems)
        .singleElement()
        .asString()
        .endsWith("has no intervals.hlog: no curve of percentiles, no heat map");
    assertThatThrownBy(() -> data(run))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith("intervals.hlog is damaged: delete it to do without it");
  }

  /** Thirty short operations, an interval without any, and three longer ones. */
  static Path twoIntervals(Path run) throws IOException {
    logged(
        run,
        (part, tag) ->
            part == 0
                ? times(LongStream.generate(() -> 1_100_000).limit(30).toArray())
                : part == 1 ? times() : times(11_000_000, 12_000_000, 150_000_000),
        3);
    return run;
  }

  private static Histogram times(long... nanos) {
    Histogram times = new Histogram(3);
    LongStream.of(nanos).forEach(times::recordValue);
    return times;
  }

  /** Writes the log of a run with intervals of a second. */
  private static void logged(
      Path run, BiFunction<Integer, String, Histogram> interval, int intervals) throws IOException {
    try (PrintStream out = new PrintStream(Files.newOutputStream(run.resolve("intervals.hlog")))) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputLogFormatVersion();
      log.outputStartTime(1_795_000_000_123L);
      log.setBaseTime(0);
      for (int part = 0; part < intervals; part++) {
        for (String tag : List.of("response", "failed")) {
          Histogram histogram = interval.apply(part, tag);
          histogram.setTag(tag);
          log.outputIntervalHistogram(part, part + 1, histogram, 1e6);
        }
      }
    }
  }

  private JsonNode data(Path run) {
    return Pieces.of(new Part("", HtmlReportTest.sides(run), null), problems::add);
  }
}
