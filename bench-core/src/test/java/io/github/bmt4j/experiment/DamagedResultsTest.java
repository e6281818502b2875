package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results that lack something, or have something else, are refused or shown: never a bug. */
class DamagedResultsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SAMPLES = Path.of("src", "test", "resources", "stored-results");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "verdict | | it lacks verdict",
        "schema | | it is not a result of bmt",
        "schema | 3 | it was stored by a version before 0.1.0: measure again",
        "schema | 999 | its schema is 999: read it with a newer bmt",
        "totals/transactions | | it lacks totals.transactions",
        "totals/transactions | null | it lacks totals.transactions",
        "totals/transactions | \"many\" | it lacks totals.transactions, or has another value there",
        "totals | [] | it lacks totals, or has another value there",
        "environment/server/version | | it lacks environment.server.version",
        "verdict/status | \"MAYBE\" | it lacks verdict.status, or has another value there",
        "verdict/reasons | [null] | it lacks verdict.reasons[0]",
        "intervals/0/tps | | it lacks intervals[0].tps",
        "more | 1 | it has more, which this bmt does not know",
        "kind | \"dream\" | unknown kind of result: 'dream'",
      })
  void whatIsWrongIsSaidInOneLine(String path, @Nullable String value, String why)
      throws IOException {
    JsonNode tree = JSON.readTree(SAMPLES.resolve("run/result.json").toFile());
    change(tree, path, value == null ? null : JSON.readTree(value));

    assertRefused(JSON.writeValueAsString(tree), why);
  }

  @Test
  void whatIsNoResultIsRefused() throws IOException {
    String whole = Files.readString(SAMPLES.resolve("run/result.json"));
    assertRefused(whole.substring(0, whole.length() / 2), "it is not JSON, or is cut off in line ");
    for (String text : List.of("", "[]", "null", "3", "{}", "\"kind\"")) {
      assertRefused(text, "it is not a result of bmt");
    }
  }

  /** Of every key, and of those of the first element of every list. */
  @ParameterizedTest
  @ValueSource(
      strings = {"run-kinds", "sweep", "failover", "balance", "alter", "statements-beside"})
  void withoutAnyOfItsKeysItIsRefusedOrShown(String sample) throws IOException {
    JsonNode whole = JSON.readTree(SAMPLES.resolve(sample).resolve("result.json").toFile());
    List<String> paths = new ArrayList<>();
    collect(whole, "", paths);
    assertThat(paths).hasSizeGreaterThan(20);
    int refused = 0;
    for (String path : paths) {
      JsonNode tree = whole.deepCopy();
      change(tree, path, null);
      try {
        RunStore.Stored stored = ResultJson.stored(folder, tree.toString());
        assertThat(stored.text(80)).as(path).isNotEmpty();
        assertThat(stored.title()).as(path).isNotEmpty();
        stored.figures();
      } catch (JsonProcessingException e) {
        refused++;
        assertThat(ResultJson.reason(e)).as(path).isNotEmpty().doesNotContain("\n");
      }
    }
    assertThat(refused).isGreaterThan(paths.size() / 4);
  }

  /** The paths of all keys; of a list, those of its first element. */
  private static void collect(JsonNode node, String path, List<String> paths) {
    if (node instanceof ArrayNode list && !list.isEmpty()) {
      collect(list.get(0), path + "/0", paths);
    }
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        String below = path.isEmpty() ? entry.getKey() : path + "/" + entry.getKey();
        paths.add(below);
        collect(entry.getValue(), below, paths);
      }
    }
  }

  private static void change(JsonNode tree, String path, @Nullable JsonNode value) {
    int slash = path.lastIndexOf('/');
    JsonNode parent = slash < 0 ? tree : tree.at("/" + path.substring(0, slash));
    String key = path.substring(slash + 1);
    assertThat(parent).isInstanceOf(ContainerNode.class);
    if (value == null) {
      ((ObjectNode) parent).remove(key);
    } else {
      ((ObjectNode) parent).set(key, value);
    }
  }

  private void assertRefused(String text, String why) throws IOException {
    Files.writeString(folder.resolve("result.json"), text);
    assertThatThrownBy(() -> new RunStore(folder).read(folder.toString()))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(folder.resolve("result.json") + " cannot be read: ")
        .hasMessageContaining(why);
  }
}
