package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.report.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Stored results of real runs stay readable, with every key and every value. The samples in {@code
 * stored-results} are exactly as bmt wrote them. Each folder is named after the kind of result and,
 * behind a dash, its variant. A new form gets new samples; existing samples are never edited.
 */
class StoredResultsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SAMPLES = Path.of("src", "test", "resources", "stored-results");
  private static final Path SCHEMA_1 =
      Path.of("src", "test", "resources", "result", "run-of-schema-1.json");

  private static final Set<String> KINDS =
      Set.of("run", "sweep", "failover", "balance", "alter", "statements", "jmh");

  /** Top-level keys of every kind except {@code jmh}. */
  private static final List<String> COMMON =
      List.of("schema", "id", "startedAt", "verdict", "warnings", "scenario", "environment");

  private static final List<String> RUN =
      and(
          COMMON,
          "totals",
          "throughput",
          "latency",
          "errorsByCode",
          "intervals",
          "client",
          "server",
          "fairness");
  private static final List<String> STATEMENTS =
      and(COMMON, "figures", "timings", "ladder", "spills", "oltp");
  private static final List<String> FAILOVER = and(COMMON, "failover", "failedChecks");
  private static final List<String> BALANCE = and(COMMON, "balance");
  private static final List<String> ALTER = and(COMMON, "alters", "ratios");
  private static final List<String> JMH =
      List.of("schema", "id", "importedAt", "measuredAt", "file", "verdict", "warnings", "jmh");

  /** Top-level keys of each sample. */
  private static final Map<String, List<String>> TOP_LEVEL_KEYS =
      Map.ofEntries(
          Map.entry("run", and(RUN, "statements")),
          Map.entry("run-open", RUN),
          Map.entry("run-failed", RUN),
          Map.entry("run-kinds", and(RUN, "kinds", "rows")),
          Map.entry("run-endpoints", and(RUN, "endpoints")),
          Map.entry("sweep", and(COMMON, "steps")),
          Map.entry("failover", FAILOVER),
          Map.entry("failover-unrecovered", FAILOVER),
          Map.entry("failover-censored", FAILOVER),
          Map.entry("failover-url", FAILOVER),
          Map.entry("failover-parts", FAILOVER),
          Map.entry("balance", BALANCE),
          Map.entry("balance-idle", BALANCE),
          Map.entry("balance-no-loss", BALANCE),
          Map.entry("alter", ALTER),
          Map.entry("alter-existing", ALTER),
          Map.entry("statements", STATEMENTS),
          Map.entry("statements-beside", STATEMENTS),
          Map.entry("statements-ladder", STATEMENTS),
          Map.entry("statements-limited", STATEMENTS),
          Map.entry("statements-pieces", STATEMENTS),
          Map.entry("jmh", and(JMH, "servers")),
          Map.entry("jmh-sample", JMH));

  /** A sample and the JSON pointer of a key that the documentation promises. */
  private static final List<String> PROMISED =
      List.of(
          "run /verdict/status",
          "run /verdict/reasons",
          "run /scenario/workload",
          "run /scenario/threads",
          "run /environment/server/version",
          "run /environment/driver/url",
          "run /environment/cpu/cores",
          "run /totals/transactions",
          "run /totals/queries",
          "run /totals/reads",
          "run /totals/elapsedSeconds",
          "run /throughput/tps",
          "run /throughput/qps",
          "run /latency/response/p95",
          "run /latency/service/max",
          "run /errorsByCode/0/code",
          "run /intervals/0/percentileMs",
          "run /client/cpuMicrosPerQuery",
          "run /server/counters",
          "run /fairness/eventsMean",
          "run /statements/0/service/p50",
          "run-failed /latency/failed/count",
          "run-kinds /kinds/0/response/p99",
          "run-kinds /kinds/0/rollbacks",
          "run-kinds /rows/0/executions",
          "run-kinds /intervals/0/kinds/1/percentileMs",
          "run-kinds /intervals/0/kinds/0/rollbacks",
          "run-open /scenario/rate",
          "run-open /totals/arrivals",
          "run-open /totals/maxBacklog",
          "run-open /intervals/0/backlog",
          "run-endpoints /endpoints/1/url",
          "sweep /scenario/threads/1",
          "sweep /scenario/common/workload",
          "sweep /steps/1/run/totals/transactions",
          "failover /failover/repetitions/1/verdict/status",
          "failover /failover/repetitions/0/figures/writeOutageMs",
          "failover /failover/repetitions/0/figures/lostWrites",
          "failover /failover/repetitions/0/errors/0/probe",
          "failover /failover/repetitions/0/timeline/0/atMs",
          "failover /failover/summary/writeOutageMs/median",
          "failover-unrecovered /failedChecks/0",
          "failover-unrecovered /failover/repetitions/0/figures/writeOutageAtLeastMs",
          "failover-censored /scenario/onePool",
          "failover-censored /failover/repetitions/0/advice/0/cause",
          "failover-censored /failover/repetitions/0/figures/stuck/hung",
          "failover-censored /failover/summary/writeOutageMs/atLeast/0",
          "failover-url /scenario/trigger",
          "failover-parts /failover/repetitions/0/figures/clientAdded/fromMs",
          "failover-parts /failover/repetitions/0/figures/otherStalls/longestMs",
          "failover-parts /failover/repetitions/0/figures/serverOutages/sumMs",
          "balance /balance/moments/lostMs",
          "balance /balance/perServer/node2/operations/after/share",
          "balance /balance/jain/operations/before",
          "balance /balance/rebalanceMs",
          "balance /balance/returned/shareAtEnd",
          "balance /balance/served/reader/before/p99Ms",
          "balance /balance/slices/0/operations",
          "alter /alters/0/sql",
          "alter /alters/0/ending/outcome",
          "alter /alters/0/load/1/phase",
          "alter /alters/0/locks/waitedMs",
          "alter /alters/0/longestStallMs",
          "alter /ratios/0/toInstant",
          "statements /figures/0/way/state",
          "statements /figures/0/lastRow",
          "statements /figures/0/evidence/sortMergePasses",
          "statements /timings/0/executions/0/lastRowMs",
          "statements-beside /oltp/1/phase",
          "statements-beside /timings/2/oltp/tps",
          "statements-ladder /ladder/0/execution/evidence/place",
          "statements-ladder /spills/0/spilled",
          "statements-limited /figures/0/endings/0/code",
          "statements-limited /timings/2/executions/0/missing/1",
          "statements-pieces /timings/2/executions/0/pieces/1/ms",
          "jmh /servers/0/server/version",
          "jmh /jmh/benchmarks/0/primary/score/value",
          "jmh /jmh/benchmarks/0/primary/rawData/0/0",
          "jmh-sample /jmh/benchmarks/0/primary/percentiles");

  @Test
  void everyKindHasASample() throws IOException {
    List<String> samples = samples();

    assertThat(samples).containsExactlyInAnyOrderElementsOf(TOP_LEVEL_KEYS.keySet());
    assertThat(samples.stream().map(StoredResultsTest::kind).collect(Collectors.toSet()))
        .isEqualTo(KINDS);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isReadAndWrittenAgainWithoutADifference(String sample) throws IOException {
    JsonNode stored = JSON.readTree(stored(sample));
    ((ObjectNode) stored).remove("kind"); // Only newer ones have it.

    assertThat(leaves(again(sample))).containsExactlyInAnyOrderEntriesOf(leaves(stored));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void hasTheTopLevelKeysOfItsKind(String sample) throws IOException {
    List<String> keys = new ArrayList<>();
    again(sample).fieldNames().forEachRemaining(keys::add);

    assertThat(keys).containsExactlyInAnyOrderElementsOf(TOP_LEVEL_KEYS.get(sample));
  }

  @Test
  void theKeysThatAreDocumentedAreThere() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String promised : PROMISED) {
      String sample = promised.substring(0, promised.indexOf(' '));
      String pointer = promised.substring(promised.indexOf(' ') + 1);
      if (again(sample).at(pointer).isMissingNode()) {
        missing.add(promised);
      }
    }

    assertThat(missing).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "run, 2",
    "sweep, 1",
    "failover, 1",
    "balance, 1",
    "alter, 1",
    "statements, 2",
    "jmh, 1",
  })
  void keepsTheSchemaThatItWasWrittenIn(String sample, int schema) throws IOException {
    assertThat(again(sample).get("schema").intValue()).isEqualTo(schema);
  }

  /** Schema 1 has no client options; the reader fills in the values that were fixed then. */
  @Test
  void aRunOfSchema1GainsTheDefaultsOfTheClient() throws IOException {
    String stored = Files.readString(SCHEMA_1);
    Map<String, String> expected = leaves(JSON.readTree(stored));
    expected.put("/scenario/client/consume", "\"none\"");
    expected.put("/scenario/client/byStatement", "false");
    expected.put("/scenario/client/driverWith", "[]");
    expected.put("/scenario/client/driverProperties", "{}");
    expected.put("/scenario/client/parity", "\"sysbench\"");

    expected.put("/kind", "\"run\"");

    assertThat(
            leaves(
                JSON.readTree(ResultJson.write(ResultJson.stored(Path.of(""), stored).result()))))
        .containsExactlyInAnyOrderEntriesOf(expected);
  }

  private static List<String> samples() throws IOException {
    try (Stream<Path> folders = Files.list(SAMPLES)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  private static String kind(String sample) {
    return sample.replaceFirst("-.*", "");
  }

  private static String stored(String sample) throws IOException {
    return Files.readString(SAMPLES.resolve(sample).resolve("result.json"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isRecognisedAndShown(String sample) throws IOException {
    RunStore store = new RunStore(SAMPLES);
    RunStore.Stored stored = store.read(SAMPLES.resolve(sample).toString());

    assertThat(stored.result().kind()).isEqualTo(kind(sample));
    assertThat(stored.text(200))
        .contains(stored.result().verdict().status().name())
        .doesNotContain("null");
    assertThat(stored.text(200).lines().count()).isGreaterThan(5);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isShownInLinesAsWideAsTheTerminalAndNamesWhatItLeavesOut(String sample) throws IOException {
    String all = shown(sample, 1000);
    for (int columns : List.of(80, 100, 120, 160)) {
      String narrow = shown(sample, columns);

      assertThat(narrow.lines()).allMatch(line -> line.length() <= columns);
      assertThat(without(all, "[^ \\n]*[A-Za-z][^ \\n]*", narrow)).as("words").isEmpty();
      if (!narrow.contains("  left out  ")) {
        assertThat(without(all, "[0-9.,]+", narrow)).as("numbers").isEmpty();
      }
    }
  }

  @Test
  void aTableThatDoesNotFitNamesEachFigureThatItLeavesOut() throws IOException {
    assertThat(shown("alter", 1000)).doesNotContain("left out");
    assertThat(shown("alter", 80))
        .contains("  left out  tps after, p95 ms before, longest before ms, temp MB: the whole\n");
  }

  /** What {@code bmt show} writes on a terminal. */
  private static String shown(String sample, int columns) throws IOException {
    RunStore store = new RunStore(SAMPLES);
    return Lines.wrapped(store.read(SAMPLES.resolve(sample).toString()).text(columns), columns);
  }

  /** What is in a text and not in another one, lines and spaces aside. */
  private static List<String> without(String text, String what, String other) {
    String without = other.replaceAll("\\s", "");
    return Pattern.compile(what)
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(found -> !without.contains(found))
        .toList();
  }

  /**
   * A sample after it was read and written again, less the key that schemas before 2 and 3 lack.
   */
  private static JsonNode again(String sample) throws IOException {
    JsonNode again =
        JSON.readTree(ResultJson.write(ResultJson.stored(Path.of(""), stored(sample)).result()));
    assertThat(((ObjectNode) again).remove("kind").asText()).isEqualTo(kind(sample));
    for (JsonNode step : again.path("steps")) {
      if (step.has("run")) {
        assertThat(((ObjectNode) step.get("run")).remove("kind").asText()).isEqualTo("run");
      }
    }
    return again;
  }

  private static List<String> and(List<String> keys, String... more) {
    return Stream.concat(keys.stream(), Stream.of(more)).toList();
  }

  /** Values below a node by their JSON pointers, with empty objects and arrays. */
  private static Map<String, String> leaves(JsonNode root) {
    Map<String, String> leaves = new TreeMap<>();
    add(leaves, "", root);
    return leaves;
  }

  private static void add(Map<String, String> leaves, String pointer, JsonNode node) {
    if (node.isEmpty()) {
      leaves.put(pointer, node.toString());
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        add(leaves, pointer + "/" + i, node.get(i));
      }
    } else {
      node.forEachEntry((key, value) -> add(leaves, pointer + "/" + key, value));
    }
  }
}
