package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.github.bmt4j.html.HtmlReport.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadChartsTest {
  @TempDir Path folder;

  @Test
  void stepsOfASweepAscendInItsChartsInWhateverOrderTheyWereMeasured() throws IOException {
    Path sweep = HtmlReportTest.copy("sweep", folder);
    JsonNode charts = charts(sweep);
    ObjectMapper json = new ObjectMapper();
    JsonNode tree = json.readTree(sweep.resolve("result.json").toFile());
    ArrayNode steps = (ArrayNode) tree.path("steps");
    steps.add(steps.remove(0));
    Files.writeString(sweep.resolve("result.json"), json.writeValueAsString(tree));

    assertThat(charts.at("/0/plots/0/x")).extracting(JsonNode::asInt).containsExactly(1, 2);
    assertThat(charts(sweep)).isEqualTo(charts);
  }

  private static JsonNode charts(Path sweep) {
    Part part = new Part("", HtmlReportTest.sides(sweep), null);
    return Pieces.of(part, problem -> {}).path("charts");
  }
}
