package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.html.HtmlReport.Part;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of a run of balance. */
class HtmlBalanceTest {
  private static final Path RUN =
      Path.of("src", "test", "resources", "stored-results", "balance-no-loss");

  /** The last slice is 57.1919 ms long, and node2 did 7 operations in it. */
  @Test
  void operationsOfAServerAreThoseOfASecondInAShorterSliceToo() {
    Part part = new Part("", HtmlReportTest.sides(RUN), null);
    JsonNode charts = Pieces.of(part, problem -> {}).path("charts");
    JsonNode node2 = charts.at("/0/plots/0/lines/1");

    assertThat(charts.at("/0/y").asText()).isEqualTo("operations/s");
    assertThat(node2.path("label").asText()).isEqualTo("node2");
    assertThat(node2.at("/y/4").asDouble()).isEqualTo(103);
    assertThat(node2.at("/y/5").asDouble()).isCloseTo(7 / 0.0571919, within(1e-6));
    assertThat(charts.at("/1/plots/0/lines/1/y/4").asInt()).isEqualTo(5);
  }
}
