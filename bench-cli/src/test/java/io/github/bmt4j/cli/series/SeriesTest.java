package io.github.bmt4j.cli.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.cli.series.Series.Cell;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Shutdown;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SeriesTest {
  private static final Path SAMPLE =
      Path.of("../bench-core/src/test/resources/stored-results/run/result.json");

  private static final CommandContext.Program NO_PROGRAM =
      new CommandContext.Program(SeriesTest.class, (context, wanted) -> new CommandLine(context));

  private final List<List<String>> executed = new ArrayList<>();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
  private final Shutdown shutdown = new Shutdown();

  @TempDir Path runs;

  SeriesTest() {
    shutdown.commandEnded(0);
  }

  @Test
  void sidesTakeTurnsAndEachCellIsLabelled() throws TargetException {
    assertThat(run(cells(2), 0, 0, 0, 0)).isZero();

    assertThat(executed)
        .containsExactly(
            List.of("run", "a", "--label=side=A", "--label=series=id", "--label=cell=1/4"),
            List.of("run", "b", "--label=side=B", "--label=series=id", "--label=cell=2/4"),
            List.of("run", "a", "--label=side=A", "--label=series=id", "--label=cell=3/4"),
            List.of("run", "b", "--label=side=B", "--label=series=id", "--label=cell=4/4"));
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("cell     4 of 4: side=B series=id cell=4/4\n");
  }

  @Test
  void theWorstCellIsTheExitCodeAndInvalidInputEndsTheSeries() throws TargetException {
    assertThat(run(cells(2), 0, 1, 3, 0)).isEqualTo(ExitCode.NO_TARGET);
    assertThat(executed).hasSize(4);

    executed.clear();
    assertThat(run(cells(2), 0, 2, 0, 0)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(executed).hasSize(2);

    executed.clear();
    assertThat(run(cells(1), 137, 0)).isEqualTo(ExitCode.INVALID);
  }

  @Test
  void aSeriesWhoseFirstCellsUseNoServerEndsThere() throws TargetException {
    assertThat(run(cells(2), 3, 0, 0, 0)).isEqualTo(ExitCode.NO_TARGET);
    assertThat(executed).as("the cells have one server").hasSize(1);

    executed.clear();
    List<Cell> two =
        List.of(
            new Cell(List.of("run", "w", "--url=a"), Map.of("cell", "1")),
            new Cell(List.of("run", "w", "--url=b"), Map.of("cell", "2")),
            new Cell(List.of("run", "w", "--url=a"), Map.of("cell", "3")),
            new Cell(List.of("run", "w", "--url=b"), Map.of("cell", "4")));
    assertThat(run(two, 3, 0, 3, 0)).isEqualTo(ExitCode.NO_TARGET);
    assertThat(executed).hasSize(4);

    executed.clear();
    Series none =
        new Series(
            context(),
            runs,
            false,
            false,
            (any, words, place) -> {
              executed.add(words);
              return 3;
            });
    assertThat(none.run(two, "bmt", "series=id")).isEqualTo(ExitCode.NO_TARGET);
    assertThat(executed).hasSize(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .endsWith("ended    nothing was measured: no server could be used, see above\n");
  }

  @Test
  void cellsWithAWholeResultAreNotRunAgain() throws IOException, TargetException {
    store(1, 6, "\"VALID\"", "");
    store(2, 6, "\"INVALID\"", reason("CLIENT_SATURATED"));
    store(3, 6, "\"INVALID\"", reason("INTERRUPTED"));
    store(4, 6, "\"INVALID\"", reason("CUT_OFF"));

    assertThat(run(cells(3), 0, 0, 0, 0)).isEqualTo(ExitCode.INVALID);
    assertThat(executed.stream().map(words -> words.get(4)))
        .containsExactly(
            "--label=cell=3/6", "--label=cell=4/6", "--label=cell=5/6", "--label=cell=6/6");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INTERRUPTED | 1",
        "CLIENT_PAUSED, INTERRUPTED | 1",
        "CLIENT_PAUSED | 1",
        "CLIENT_PAUSED, CLIENT_PAUSED | 1",
        "CLIENT_PAUSED, CLIENT_SATURATED | 0",
        "SERVER_LOST | 0"
      })
  void whatWasInterruptedOrSpoiltByPausesIsRunAgain(String codes, int again)
      throws IOException, TargetException {
    store(1, 2, "\"INVALID\"", reason(codes.split(", ")));
    store(2, 2, "\"VALID\"", "");
    run(cells(1), 0);

    assertThat(executed).hasSize(again);
    assertThat(executed)
        .allMatch(
            line ->
                line.contains("--label=discarded=1") == !codes.contains("INTERRUPTED")
                    && !line.contains("--label=discarded=2"));
  }

  @Test
  void anInvalidResultOfBeforeReasonsHadCodesIsMeasuredAgain() throws Exception {
    store(1, 2, "\"INVALID\"", "\"the client itself stood still for 0.4 of 5.0 s\"");
    store(2, 2, "\"VALID\"", "");
    run(cells(1), 0);

    assertThat(executed).singleElement().asString().doesNotContain("discarded");
  }

  private static String reason(String... codes) {
    return Stream.of(codes)
        .map("{\"code\": \"%s\", \"text\": \"agent a: why\"}"::formatted)
        .collect(Collectors.joining(","));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--threads=2 | 256 | -Xmn32m",
        "--threads=16 | 256 | -Xmn40m",
        "--threads=0099 | 256 | -Xmn123m",
        "--threads=4,300,8 | 256 | -Xmn256m",
        "--threads=1000 | 64 | -Xmn64m",
        "--time=1000 | 256 | -Xmn32m",
        "--threads=1000 | | -Xmn8m"
      })
  void aCellHasTheRoomForYoungObjectsOfItsOwnThreads(
      String word, @Nullable String most, String young) {
    List<String> own = List.of("-XX:+UseParallelGC", "-Xmn8m", "-Xmx2g");

    assertThat(CellJvm.options(own, List.of("run", word), most))
        .containsExactly("-XX:+UseParallelGC", young, "-Xmx2g");
    assertThat(CellJvm.options(List.of("-Xmx2g"), List.of("run", word), most))
        .containsExactly("-Xmx2g");
  }

  @Test
  void theUserEndsTheSeriesWithTheCellThatRuns() throws TargetException {
    Series series =
        new Series(
            context(),
            runs,
            false,
            false,
            (any, words, place) -> {
              executed.add(words);
              shutdown.stop().give();
              return 130;
            });
    assertThat(series.run(cells(2), "bmt", "series=id")).isEqualTo(ExitCode.INVALID);
    assertThat(executed).hasSize(1);
  }

  private int run(List<Cell> cells, int... codes) throws TargetException {
    return new Series(
            context(),
            runs,
            false,
            false,
            (any, words, place) -> {
              executed.add(words);
              return codes[executed.size() - 1];
            })
        .run(cells, "bmt", "series=id");
  }

  private CommandContext context() {
    return new CommandContext(
        new Screen(stream, stream, Screen.Terminal.of(Map.of())), shutdown, NO_PROGRAM, false);
  }

  /** Failovers of a series meet the ages of a cached address that the repetitions of one would. */
  @Test
  void everyRoundOfAFailoverHasItsNumber() {
    for (String command : List.of("failover", "run")) {
      Cell part = new Cell(List.of(command, "--repeat=1"), Map.of());

      assertThat(Series.cells(List.of(part, part), "series", "id", 2))
          .extracting(cell -> cell.words().contains("--round=2"))
          .containsExactly(false, false, command.equals("failover"), command.equals("failover"));
    }
  }

  private static List<Cell> cells(int times) {
    return Series.cells(
        List.of(
            new Cell(List.of("run", "a"), Map.of("side", "A")),
            new Cell(List.of("run", "b"), Map.of("side", "B"))),
        "series",
        "id",
        times);
  }

  private void store(int cell, int of, String status, String reason) throws IOException {
    Path folder =
        Files.createDirectory(runs.resolve("2026112" + cell + "T000000Z-w-0000000" + cell));
    String labels =
        "{\"labels\":{\"cell\":\"%d/%d\",\"series\":\"id\",\"side\":\"%s\"},"
            .formatted(cell, of, cell % 2 == 1 ? "A" : "B");
    String text = Files.readString(SAMPLE);
    text = labels + text.substring(text.indexOf('{') + 1);
    text =
        text.replaceFirst(
            "\"verdict\"\\s*:\\s*\\{[^}]*\\}",
            "\"verdict\":{\"status\":%s,\"reasons\":[%s]}".formatted(status, reason));
    Files.writeString(folder.resolve("result.json"), text);
  }
}
