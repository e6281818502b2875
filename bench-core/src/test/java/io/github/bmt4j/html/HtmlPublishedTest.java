package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Published;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Published figures next to the user's own. */
class HtmlPublishedTest {
  static final Published SWEEP =
      new Published(
          "Source: a study",
          List.of("system", "threads", "tps", "p95_ms"),
          List.of(
              List.of("x64", "2", "76.8", "27.17"),
              List.of("x64", "4", "151.43", "27.66"),
              List.of("arm", "2", "99.1", "20.5")),
          null);

  private static final Path SAMPLES = Path.of("src", "test", "resources", "stored-results");

  @Test
  void publishedCurvesAreInTheChartsOfASweep() {
    JsonNode data = data(HtmlReportTest.sides(SAMPLES.resolve("sweep")), SWEEP);

    assertThat(data.at("/charts/0/plots"))
        .extracting(plot -> plot.at("/lines/0/label").asText())
        .containsExactly("transactions/s", "published: x64", "published: arm");
    assertThat(data.at("/charts/0/plots"))
        .extracting(plot -> plot.at("/lines/0/side").asInt(1))
        .doesNotHaveDuplicates();
    assertThat(data.at("/charts/0/plots/1/x").toString()).isEqualTo("[2.0,4.0]");
    assertThat(data.at("/charts/0/plots/1/lines/0/y").toString()).isEqualTo("[76.8,151.43]");
    assertThat(data.at("/charts/1/plots/2/lines/0/y").toString()).isEqualTo("[20.5]");
    assertThat(published(data).path("rows")).hasSize(3);
    assertThat(published(data).path("bars").isMissingNode()).isTrue();
  }

  @Test
  void ownFiguresStandOverThePublishedOnesOfTheSameUnit() {
    Path run = SAMPLES.resolve("run");
    JsonNode table =
        published(data(HtmlReportTest.sides(run, run), published("tps", "tps", "1/s")));

    assertThat(table.at("/rows/0").toString())
        .isEqualTo("[\"oltp\",\"your own, A\",\"tps\",\"1/s\",\"553.77\",\"\"]");
    assertThat(table.at("/rows/2/4").asText()).isEqualTo("2084.99");
    assertThat(table.path("bars").toString()).isEqualTo("{\"column\":4,\"own\":2}");

    // Milliseconds there, seconds here.
    JsonNode alter =
        published(
                data(
                    HtmlReportTest.sides(SAMPLES.resolve("alter")),
                    published("elapsed", "elapsed", "s")))
            .at("/rows/0");
    assertThat(alter.at("/4").asDouble()).isBetween(0.01, 10.0);

    Path invalid = SAMPLES.resolve("run-failed");
    assertThat(
            published(data(HtmlReportTest.sides(run, invalid), published("tps", "tps", "1/s")))
                .at("/bars/own")
                .asInt())
        .as("of the one that is VALID")
        .isEqualTo(1);
    assertThat(
            published(data(HtmlReportTest.sides(run), published(null, "elapsed", "s")))
                .at("/bars/own")
                .asInt())
        .isZero();
  }

  private static JsonNode published(JsonNode data) {
    return StreamSupport.stream(data.path("grids").spliterator(), false)
        .filter(grid -> grid.path("title").asText().equals("Published figures"))
        .findFirst()
        .orElseThrow();
  }

  static Published published(@Nullable String own, String metric, String unit) {
    return new Published(
        "Source: a study",
        List.of("scenario", "system", "metric", "unit", "value", "note"),
        List.of(List.of("oltp", "idc", metric, unit, "2084.99", "rank 1")),
        own);
  }

  private static JsonNode data(List<Side> sides, @Nullable Published published) {
    return HtmlReportTest.data(sides, published, problem -> {});
  }
}
