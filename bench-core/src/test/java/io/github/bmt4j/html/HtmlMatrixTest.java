package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.html.HtmlReport.Study;
import io.github.bmt4j.matrix.FailoverMatrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page of a matrix: its answer, its heat map and its places come before the parts. */
class HtmlMatrixTest {
  private static final Path RUN = Path.of("src", "test", "resources", "stored-results", "failover");

  @Test
  void theFirstScreenHasTheAnswerTheHeatMapAndThePlaces() throws Exception {
    Part part = new Part("kill", HtmlReportTest.sides(RUN), null);
    FailoverMatrix matrix = FailoverMatrix.of(Map.of("kill", part.sides()), true).orElseThrow();
    JsonNode data =
        ResultJson.tree(
            HtmlReport.data(
                new Study(
                    "scenario x", matrix.headline(), matrix.blocks(), List.of(part), matrix.tone()),
                problem -> {}));

    List<String> types = new ArrayList<>();
    data.path("pieces").forEach(piece -> types.add(piece.path("type").asText()));
    assertThat(types)
        .startsWith("what", "heading", "grid", "grid", "facts", "grid", "links", "heading");
    assertThat(data.at("/pieces/1/text").asText()).startsWith("Only ");
    assertThat(data.path("title").asText()).isEqualTo(matrix.headline() + " · bmt");
    assertThat(data.path("tone").asText()).isEqualTo(matrix.tone().name());
    assertThat(data.at("/pieces/2/shades/0/1").asInt()).isPositive();
    assertThat(data.at("/pieces/3/shades/0/4").asInt()).isEqualTo(4);
    assertThat(data.at("/pieces/5/shades").isMissingNode()).isTrue();
  }
}
