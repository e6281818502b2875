package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.html.HtmlReport.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The page of a run with two kinds of transactions. */
class HtmlKindsTest {
  private static final Path RUN =
      Path.of("src", "test", "resources", "stored-results", "run-kinds");

  @Test
  void eachKindHasALineInItsChartsAndInTheTable() throws IOException {
    JsonNode stored = new ObjectMapper().readTree(RUN.resolve("result.json").toFile());
    Part part = new Part("", HtmlReportTest.sides(RUN), null);
    JsonNode data = Pieces.of(part, problem -> {});

    List<String> keys = List.of("tps", "percentileMs");
    for (int chart = 0; chart < 2; chart++) {
      JsonNode lines = data.at("/charts/" + (3 + chart) + "/plots/0/lines");
      assertThat(lines)
          .extracting(line -> line.path("label").asText())
          .containsExactly("pay.sql", "look.sql");
      for (int kind = 0; kind < 2; kind++) {
        String figure = "/kinds/" + kind + "/" + keys.get(chart);
        assertThat(lines.get(kind).path("y"))
            .extracting(JsonNode::asDouble)
            .hasSize(3)
            .containsExactlyElementsOf(
                StreamSupport.stream(stored.path("intervals").spliterator(), false)
                    .map(interval -> interval.at(figure).asDouble())
                    .toList());
      }
    }
    assertThat(data.path("pre").path(data.path("pre").size() - 1).path("text").asText())
        .containsPattern(
            " {2}by kind +count +share .*\\R {2}pay.sql +[\\d,]+ .* [\\d,]+\\R {2}look.sql +[\\d,]+"
                + " .* 0");
  }
}
