package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences between two results of each kind. */
class ConditionedTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SAMPLES = Path.of("src", "test", "resources", "stored-results");

  @TempDir private Path folder;

  /** Tables that bmt looked at are said to be the same; those of which it knows nothing are not. */
  @ParameterizedTest
  @CsvSource({
    "true,  '',  'The same on all sides: data, driver, load, machine, server settings'",
    "false, '',  'The same on all sides: driver, load, machine, server settings'",
    "true,  9.5, 'The same on all sides: driver, load, machine, server settings, server version.'"
  })
  void dataAreTheSameOnlyIfTheyWereFoundToBe(boolean known, String missing, String said)
      throws IOException {
    List<Path> runs = new ArrayList<>();
    for (String value : List.of("", missing)) {
      Path run = HtmlReportTest.copy("run", Files.createTempDirectory(folder, "run"));
      Path file = run.resolve("result.json");
      JsonNode stored = JSON.readTree(file.toFile());
      if (known) {
        ObjectNode data = stored.withObject("/environment/data");
        if (!value.isEmpty()) {
          data.put("sbtest1, ids missing, %", Double.valueOf(value));
        }
      }
      ((ObjectNode) stored.path("environment")).put("jvm", "jvm " + runs.size());
      JSON.writeValue(file.toFile(), stored);
      runs.add(run);
    }

    JsonNode data =
        HtmlReportTest.data(HtmlReportTest.sides(runs.toArray(Path[]::new)), null, problem -> {});

    assertThat(data.toString()).contains(said);
    assertThat(data.at("/settings/0/rows/0/0").asText())
        .isEqualTo(missing.isEmpty() ? "jvm" : "data: sbtest1, ids missing, %");
  }

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
    assertThat(data.toString())
        .matches(
            sameLoad
                ? ".*The same on all sides: [^.]*load.*"
                : "(?!.*The same on all sides: [^.]*load).*");
  }
}
