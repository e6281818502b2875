package io.github.bmt4j.cli.series;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.Range;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.cli.series.CellCommands.Step;
import io.github.bmt4j.cli.series.Series.Cell;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.Threshold;
import io.github.bmt4j.load.sweep.LeastSearch;
import io.github.bmt4j.load.sweep.LeastSearch.Wanted;
import io.github.bmt4j.server.Shutdown;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Searches whose {@code before} sets, by the system's shell, what a stub of a server can do. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class CellSearchTest {
  private static final Path SAMPLE =
      Path.of("../bench-core/src/test/resources/stored-results/run/result.json");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern INTERVAL = Pattern.compile(" is ([\\d,]+) to ([\\d,]+): ");
  private static final double NOISE = 0.02;

  private final Shutdown shutdown = new Shutdown();
  private final List<Integer> measured = new ArrayList<>();
  private int ended = Integer.MAX_VALUE;
  private int stuck;

  @TempDir Path folder;

  CellSearchTest() {
    shutdown.commandEnded(0);
  }

  /** In nineteen of twenty, as {@code EnoughTest} shows without commands. */
  @Test
  void theIntervalContainsTheCapacityThatIsEnough() throws Exception {
    for (int seed = 0; seed < 4; seed++) {
      LeastSearch found = search(seed, 20_000, Wanted.of(5_000, null));
      Matcher interval = INTERVAL.matcher(found.headline());
      assertThat(found.hasEnded()).isTrue();
      assertThat(interval.find()).as(found.headline()).isTrue();
      int low = Integer.parseInt(interval.group(1).replace(",", ""));
      int high = Integer.parseInt(interval.group(2).replace(",", ""));
      assertThat((double) high / low).isLessThan(1.25);
      assertThat(5_000).as("seed %d", seed).isBetween(low, high);
    }
  }

  @Test
  void aCapacityThatNeverReachesTheWantedRateHasNoAnswerAndSaysWhy() throws Exception {
    LeastSearch found = search(1, 4_000, Wanted.of(5_000, null));

    assertThat(found.headline())
        .matches("No iops up to 4,000 \\(\\d,\\d{3}/s\\) is enough for 5,000 transactions/s");
    assertThat(found.hasEnded()).isTrue();
    assertThat(measured).as("the end was visited again").endsWith(4_000, 4_000);
  }

  @Test
  void aCommandThatFailsHalfWayEndsTheSearchWithWhatIsKnown() throws Exception {
    ended = 3_000;
    LeastSearch found = search(1, 20_000, Wanted.of(5_000, null));

    assertThat(found.hasEnded()).isFalse();
    assertThat(found.headline())
        .startsWith(
            "Not known is the least iops for 5,000 transactions/s: with iops 4,000 it ended")
        .contains("before of setting s ended with 3: quota exceeded; too little is 2,000 (");
    assertThat(measured).containsExactly(1_000, 2_000);
  }

  @Test
  void aCommandThatFailsBehindACellEndsTheSearchToo() throws Exception {
    stuck = 2_000;
    LeastSearch found = search(1, 20_000, Wanted.of(5_000, null));

    assertThat(found.hasEnded()).isFalse();
    assertThat(found.headline())
        .startsWith("Not known is the least iops for 5,000 transactions/s: with iops 4,000 it")
        .contains(
            "cell search 1, iops 2,000, run 1: after of setting s ended with 1: stuck; no further")
        .contains("; too little is 2,000 (");
    assertThat(measured).containsExactly(1_000, 2_000);
  }

  @Test
  void aSearchGoesOnWithTheResultsThatItHas() throws Exception {
    LeastSearch first = search(3, 20_000, Wanted.of(5_000, null));
    int runs = measured.size();
    LeastSearch again = searched(3, 20_000, Wanted.of(5_000, null));

    assertThat(measured).hasSize(runs);
    assertThat(again.headline()).isEqualTo(first.headline());
    assertThat(again.table()).isEqualTo(first.table());
  }

  /** Results may be deleted, and another version of bmt may judge them in another way. */
  @Test
  void theAnswerIsStoredAsItWasGiven() throws Exception {
    LeastSearch found = search(3, 20_000, Wanted.of(5_000, null));
    RunsDirOption runs = new RunsDirOption();
    runs.folder = folder.resolve("runs3");
    String id = new RunStore(runs.folder).read("latest").labels().getOrDefault("scenario", "");
    ScenarioResults.keep(runs, id, List.of(found, found));

    ScenarioResults stored = ScenarioResults.named(runs, id);
    assertThat(stored.answers()).containsExactly(found.headline(), found.headline());
    assertThat(stored.searches()).isNotEmpty();
  }

  /** The stub needs 100,000 ms divided by its capacity: 20 ms with 5,000. */
  @Test
  void theLeastThatKeepsALimitIsFound() throws Exception {
    LeastSearch found = search(1, 20_000, Wanted.of(Threshold.needed("keep", "p95<20ms")));

    Matcher interval = INTERVAL.matcher(found.headline());
    assertThat(interval.find()).as(found.headline()).isTrue();
    assertThat(Integer.parseInt(interval.group(1).replace(",", ""))).isBetween(4_700, 5_000);
    assertThat(Integer.parseInt(interval.group(2).replace(",", ""))).isBetween(5_000, 5_300);
    assertThat(found.headline()).startsWith("The least iops for p95<20ms is ");
  }

  @Test
  void theRateOfARunMayBeWanted() throws Exception {
    Path run = Files.createDirectories(folder.resolve("other"));
    store(run, 5_000, new Random(9), List.of());
    RunResult wanted = (RunResult) new RunStore(folder).read(run.toString()).result();
    LeastSearch found = search(1, 20_000, Wanted.of(wanted, null));

    Matcher interval = INTERVAL.matcher(found.headline());
    assertThat(interval.find()).as(found.headline()).isTrue();
    assertThat(Integer.parseInt(interval.group(1).replace(",", ""))).isBetween(4_000, 5_000);
    assertThat(Integer.parseInt(interval.group(2).replace(",", ""))).isBetween(5_000, 6_000);
  }

  @Test
  void theUserEndsIt() throws Exception {
    shutdown.stop().give();
    LeastSearch found = search(1, 20_000, Wanted.of(5_000, null));

    assertThat(measured).isEmpty();
    assertThat(found.headline())
        .isEqualTo(
            "Not known is the least iops for 5,000 transactions/s: the search was interrupted");
  }

  private LeastSearch search(int seed, int to, Wanted wanted) throws Exception {
    measured.clear();
    return searched(seed, to, wanted);
  }

  private LeastSearch searched(int seed, int to, Wanted wanted) throws Exception {
    String before =
        "test {iops} -lt " + ended + " || { echo quota exceeded; exit 3; }; echo {iops} > cap";
    Step step =
        new Step(
            "before",
            "setting s",
            before.replace("cap", "'" + folder.resolve("cap") + "'"),
            Duration.ofSeconds(10));
    Cell part =
        new Cell(
            List.of("run", "w"),
            Map.of("setting", "s"),
            new CellCommands(
                List.of(step),
                List.of(
                    new Step(
                        "after",
                        "setting s",
                        "test {iops} -ne " + stuck + " || { echo stuck; exit 1; }",
                        Duration.ofSeconds(10)))));
    RunsDirOption runs = new RunsDirOption();
    runs.folder = folder.resolve("runs" + seed);
    PrintStream stream = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    CommandContext context =
        new CommandContext(
            new Screen(stream, stream, Screen.Terminal.of(Map.of())),
            shutdown,
            new CommandContext.Program(CellSearchTest.class, (any, all) -> new CommandLine(any)),
            false);
    Random random = new Random(seed);
    Series series =
        new Series(
            context,
            runs.folder,
            false,
            false,
            (any, words, place) -> {
              try {
                int capacity = Integer.parseInt(Files.readString(folder.resolve("cap")).strip());
                measured.add(capacity);
                String name =
                    "20261122T10%02d%02dZ-w-%08d"
                        .formatted(measured.size() / 60, measured.size() % 60, measured.size());
                store(Files.createDirectories(runs.folder.resolve(name)), capacity, random, words);
                return ExitCode.VALID;
              } catch (IOException e) {
                throw new TargetException("no stub", e);
              }
            });
    return new CellSearch(part, "iops", new Range(1_000, to), wanted, null)
        .run(series, context, runs, 1, "00000000000" + Integer.toHexString(seed % 16));
  }

  /** A result of three intervals, with the labels of a command line. */
  private static void store(Path run, int capacity, Random random, List<String> words)
      throws IOException {
    ObjectNode result = (ObjectNode) JSON.readTree(SAMPLE.toFile());
    double factor = 1 + NOISE / 2 * random.nextGaussian();
    result
        .path("intervals")
        .forEach(
            interval ->
                ((ObjectNode) interval)
                    .put(
                        "transactions",
                        Math.round(capacity * factor * (1 + NOISE * random.nextGaussian()))));
    ((ObjectNode) result.path("throughput")).put("tps", capacity * factor);
    ((ObjectNode) result.at("/latency/response")).put("p95", 100_000.0 / capacity);
    ObjectNode labels = result.putObject("labels");
    words.stream()
        .filter(word -> word.startsWith("--label="))
        .map(word -> word.substring(8).split("=", 2))
        .forEach(label -> labels.put(label[0], label[1]));
    Files.writeString(run.resolve("result.json"), result.toString());
  }
}
