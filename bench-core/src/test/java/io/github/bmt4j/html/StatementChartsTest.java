package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.html.HtmlReport.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of ALTERs. */
class StatementChartsTest {
  @TempDir Path folder;

  @Test
  void theLongestStallIsALowerBoundWhereOperationsFailedDuringTheAlter() throws IOException {
    Path run = HtmlReportTest.copy("alter", folder);
    ObjectMapper json = new ObjectMapper();
    JsonNode stored = json.readTree(run.resolve("result.json").toFile());
    ((ObjectNode) stored.at("/alters/0/load/1")).put("failed", 3);
    ((ObjectNode) stored.at("/alters/1/load/0")).put("failed", 3);
    Files.writeString(run.resolve("result.json"), json.writeValueAsString(stored));

    JsonNode rows =
        StreamSupport.stream(
                Pieces.of(new Part("", HtmlReportTest.sides(run), null), problem -> {})
                    .path("grids")
                    .spliterator(),
                false)
            .filter(grid -> grid.path("title").asText().equals("Each ALTER"))
            .findFirst()
            .orElseThrow()
            .path("rows");
    assertThat(rows.at("/0/11").asText()).isEqualTo(">= 126.62");
    assertThat(rows.at("/1/11").asText()).isEqualTo("45.15");
  }
}
