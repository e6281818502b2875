package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.sampling.ServerSeries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema that {@code show --schema} prints, and results that it accepts and refuses. */
class ResultSchemaTest {
  private static final Path STORED = Path.of("..", "bench-core", "src", "test", "resources");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonSchemaFactory VALIDATORS =
      JsonSchemaFactory.getInstance(VersionFlag.V202012);
  private static final String PRINTED = printed();
  private static final JsonSchema SCHEMA = VALIDATORS.getSchema(PRINTED);

  static Stream<Path> stored() throws IOException {
    try (Stream<Path> files = Files.walk(STORED)) {
      return files.filter(file -> file.endsWith("result.json")).toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("stored")
  void storedResultsAreValid(Path file) throws IOException {
    assertThat(SCHEMA.validate(JSON.readTree(file.toFile()))).isEmpty();
  }

  @Test
  void aValidSchemaOfEveryKindThatIsStored() throws IOException {
    JsonSchema draft = VALIDATORS.getSchema(SchemaLocation.of(VersionFlag.V202012.getId()));
    assertThat(draft.validate(JSON.readTree(PRINTED))).isEmpty();
    List<String> kinds = new ArrayList<>();
    JSON.readTree(PRINTED).at("/properties/kind/enum").forEach(kind -> kinds.add(kind.asText()));
    assertThat(stored())
        .hasSizeGreaterThan(20)
        .allSatisfy(
            file -> assertThat(kinds).contains(JSON.readTree(file.toFile()).path("kind").asText()));
  }

  @Test
  void aResultWithAKeyTooManyOrTooFewOrOfAnotherTypeIsRefused() {
    refused(result -> result.put("unknown", 1));
    refused(result -> result.remove("id"));
    refused(result -> result.remove("kind"));
    refused(result -> result.put("kind", "other"));
    refused(result -> result.put("schema", 1));
    refused(result -> result.put("warnings", "none"));
    refused(result -> result.withObject("/totals").put("transactions", "many"));
    refused(result -> result.withObject("/totals").remove("transactions"));
    refused(result -> result.withObject("/verdict").put("status", "MAYBE"));
  }

  /** A rate has no value at the first reading. */
  @Test
  void aSeriesOfAServerHasGapsWhereItsKeysHaveNone() throws IOException {
    ServerSeries.Line line =
        new ServerSeries.Line("tps", "/s", 1.0, 1.0, 1.0, 0.0, 2.0, Arrays.asList(null, 1.0));
    List<Double> seconds = List.of(0.0, 1.0);
    ServerSeries series =
        new ServerSeries(
            List.of(
                new ServerSeries.Server(
                    "db",
                    List.of(new ServerSeries.Readings(seconds, seconds, List.of(line))),
                    Map.of(),
                    List.of(),
                    new ServerSeries.Cost(1, 0.1, 1, 1))),
            List.of(),
            null);
    ObjectNode result =
        (ObjectNode) JSON.readTree(STORED.resolve("stored-results/run/result.json").toFile());
    result.set("serverSeries", ResultJson.tree(series));
    assertThat(SCHEMA.validate(result)).isEmpty();

    JsonNode readings = result.at("/serverSeries/servers/0/readings/0");
    ((ArrayNode) readings.at("/toSeconds")).addNull();
    assertThat(SCHEMA.validate(result)).isNotEmpty();
  }

  @Test
  void aRefusalNamesThePlaceInTheKindOfTheResult() throws IOException {
    ObjectNode result =
        (ObjectNode) JSON.readTree(STORED.resolve("stored-results/run/result.json").toFile());
    result.withObject("/totals").put("transactions", "many");

    assertThat(SCHEMA.validate(result))
        .singleElement()
        .asString()
        .isEqualTo("$.totals.transactions: string found, integer expected");
  }

  @Test
  void itIsOfNoRun() {
    InProcess bmt = new InProcess();
    assertThat(bmt.run("show", "latest", "--schema")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err())
        .isEqualTo(
            "bmt: --schema is that of all results, in JSON: give it without a run, --scenario,"
                + " --command and another --output\n");
  }

  /** The form may be the one that the user's own options give all commands. */
  @Test
  void itHasItsOwnFormWhateverTheUsualOneIs(@TempDir Path folder) throws IOException {
    Path options = Files.writeString(folder.resolve("options"), "output=markdown\n");
    InProcess bmt = new InProcess(Map.of("BMT_OPTIONS", options.toString()));
    assertThat(bmt.run("show", "--schema")).as(bmt.err()).isZero();
    assertThat(bmt.out()).isEqualTo(printed());
    assertThat(bmt.run("show", "--schema", "--output=json")).as(bmt.err()).isZero();
    assertThat(bmt.run("show", "--schema", "--output=markdown")).isEqualTo(ExitCode.BAD_INPUT);
  }

  private static void refused(Consumer<ObjectNode> change) {
    try {
      ObjectNode result =
          (ObjectNode) JSON.readTree(STORED.resolve("stored-results/run/result.json").toFile());
      assertThat(SCHEMA.validate(result)).isEmpty();
      change.accept(result);
      assertThat(SCHEMA.validate(result)).isNotEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String printed() {
    InProcess bmt = new InProcess();
    assertThat(bmt.run("show", "--schema")).as(bmt.err()).isZero();
    return bmt.out();
  }
}
