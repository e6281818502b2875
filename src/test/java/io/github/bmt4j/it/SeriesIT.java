package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code bmt run --repeat --against} and scenarios: runs in turns, each in a JVM of its own. */
@Execution(ExecutionMode.CONCURRENT)
class SeriesIT {
  private static final Duration SOON = Duration.ofSeconds(60);

  @Test
  void sidesTakeTurnsAndAreCompared() {
    Database database = Servers.EMBEDDED.database();
    Ended ended =
        database
            .process()
            .run(
                words(
                    "run oltp_point_select --table-size=1000 --think=5ms --time=1 --warmup=0"
                        + " --repeat=2 --against --threads=2 --label=night=1"));

    counts(ended, ended.stored());
    assertThat(ended.err())
        .contains(": A B A B, each run in a fresh JVM; server and tables are kept\n")
        .contains("         B has --threads=2\n")
        .doesNotContain("Loading 1 table");
    assertThat(ended.out())
        .contains("1 of 4   A  ")
        .containsPattern("\n4 of 4   B  (VALID|INVALID)  .*transactions/s .*\\(\\w{8}\\)\n")
        .containsPattern("\nwritten  .*series-\\w{8}\\.html\n$");
    assertThat(ended.stored())
        .extracting(stored -> stored.labels().get("side"))
        .containsExactly("A", "B", "A", "B");
    assertThat(ended.stored())
        .allSatisfy(stored -> assertThat(stored.labels()).containsEntry("night", "1"))
        .extracting(stored -> stored.labels().get("series"))
        .containsOnly(ended.stored().get(0).labels().get("series"));
    if (ended.code() == 0) {
      assertThat(ended.out())
          .contains("differs  scenario.load.threads: 1 | 2\n", "2 runs of each side, in turns");
    }
  }

  /** The signal reaches the series alone, not its cell. */
  @Tag("extended")
  @Test
  void theCellThatRunsEndsWithTheSeriesAndIsKept() throws IOException {
    ItServers.ctrlC();
    Database database = Servers.EMBEDDED.database();
    try (Running run =
        database
            .process()
            .start(
                words(
                    "run oltp_point_select --table-size=1000 --time=60 --warmup=0 --repeat=2"
                        + " --output=json"))) {
      run.awaitMessage("\\s*-?\\d+\\.\\d s .*");
      List<ProcessHandle> cells =
          ProcessHandle.of(run.pid()).stream().flatMap(ProcessHandle::descendants).toList();
      assertThat(cells).isNotEmpty();
      run.signal("INT");
      Ended ended = run.await(SOON).exits(130);
      Await.until("the end of the cell", () -> cells.stream().noneMatch(ProcessHandle::isAlive));

      assertThat(ended.err()).contains("cell     1 of 2").doesNotContain("cell     2 of 2");
      assertThat(ended.stored())
          .singleElement()
          .satisfies(
              stored ->
                  assertThat(stored.result().verdict().texts())
                      .anyMatch(reason -> reason.startsWith("interrupted after ")));
    }
  }

  /** Ended while its second cell runs, and killed in its third: each time it goes on with that. */
  @Tag("extended")
  @Test
  void aScenarioThatWasEndedAndKilledGoesOnWhereItWas() throws IOException {
    ItServers.ctrlC();
    Database database = Servers.EMBEDDED.database();
    Path folder = Bmt.newFolder("scenario");
    Path file =
        Files.writeString(
            folder.resolve("short.yaml"),
            """
            repeat: 2
            options: {table-size: 1000, rate: 50, warmup: 0, time: 1}
            workloads: {oltp_point_select: }
            settings:
              one: {threads: 1}
              two: {threads: 2}
            """);
    Path runs = folder.resolve("runs");
    String[] words = {"scenario", "run", file.toString(), "--runs-dir", runs.toString()};
    endInTheNextCell(database.process(), words, "1 of 4 .*", "INT", 130);
    endInTheNextCell(database.process(), words, "2 of 4 .*", "KILL", 137);
    Ended second = database.process().run(words);

    assertThat(second.out())
        .contains("3 of 4   oltp_point_select one  ", "4 of 4   oltp_point_select two  ")
        .doesNotContain("1 of 4 ", "2 of 4 ")
        .contains("written  " + runs.resolve("short.html"));
    List<Stored> whole =
        Ended.stored(runs).stream()
            .filter(
                stored ->
                    stored.result().verdict().texts().stream()
                        .noneMatch(reason -> reason.startsWith("interrupted")))
            .toList();
    counts(second, whole);
    assertThat(whole)
        .extracting(stored -> stored.labels().get("cell"))
        .containsExactly("1/4", "2/4", "3/4", "4/4");
  }

  private static void endInTheNextCell(
      Bmt bmt, String[] words, String line, String signal, int code) {
    try (Running run = bmt.start(words)) {
      run.awaitOutput(line);
      List<ProcessHandle> cells =
          ProcessHandle.of(run.pid()).stream().flatMap(ProcessHandle::descendants).toList();
      run.signal(signal);
      run.await(SOON).exits(code);
      Await.until("the end of the cell", () -> cells.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  /** Checks that its runs count, but for what a busy machine does to short ones. */
  private static void counts(Ended ended, List<Stored> runs) {
    List<String> reasons =
        runs.stream().flatMap(run -> run.result().verdict().texts().stream()).toList();
    BusyMachine.atMost(reasons, "stdout:\n%s\nstderr:\n%s", ended.out(), ended.err());
    ended.exits(reasons.isEmpty() ? 0 : 1);
  }
}
