package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences between two results of each kind. */
class ConditionedTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SAMPLES = Path.of("src", "test", "resources", "stored-results");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "run,               /load,                 threads, false",
    "run,               '',                    target,  true",
    "sweep,             /common/load,          threads, false",
    "alter,             /load/load,            threads, false",
    "alter,             /load,                 target,  true",
    "statements-beside, /concurrent/load/load, threads, false",
    "failover,          /cluster,              target,  true",
    "balance,           /cluster,              target,  true"
  })
  void likelyCausesComeFirstWhereverAKindHasThem(
      String sample, String parent, String name, boolean sameLoad) throws IOException {
    Path other = HtmlReportTest.copy(sample, folder);
    Path file = other.resolve("result.json");
    JsonNode stored = JSON.readTree(file.toFile());
    ((ObjectNode) stored.path("environment")).put("jvm", "other");
    ObjectNode nested = (ObjectNode) stored.at("/scenario" + parent);
    if (name.equals("threads")) {
      nested.put(name, 77);
    } else {
      nested.put(name, "other");
    }
    JSON.writeValue(file.toFile(), stored);

    JsonNode data =
        HtmlReportTest.data(
            HtmlReportTest.sides(SAMPLES.resolve(sample), other), null, problem -> {});

    String key = "scenario" + parent.replace('/', '.') + "." + name;
    assertThat(data.at("/settings/0/rows/0/0").asText())
        .isEqualTo(key.replaceFirst("^scenario\\.", ""));
    assertThat(data.toString().contains("load and data")).isEqualTo(sameLoad);
  }
}
