package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bmt run --repeat --against} and scenarios: runs in turns, each in a JVM of its own. */
@Execution(ExecutionMode.CONCURRENT)
class SeriesIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String SMALLEST = "--scale=0.000001";
  private static final Duration WHOLE_STUDY = Duration.ofMinutes(5);

  @Test
  void sidesTakeTurnsAndAreCompared() {
    Database database = Servers.EMBEDDED.database();
    Ended ended =
        database
            .process()
            .run(
                "run",
                "oltp_point_select",
                "--table-size=1000",
                "--time=1",
                "--warmup=0",
                "--repeat=2",
                "--against",
                "--threads=2",
                "--label=night=1")
            .exits(0);

    assertThat(ended.err())
        .contains(": A B A B, each run in a fresh JVM; server and tables are kept\n")
        .contains("         B has --threads=2\n", "cell     4 of 4: side=B ")
        .containsOnlyOnce("Loading 1 table");
    assertThat(stored(ended))
        .extracting(stored -> stored.labels().get("side"))
        .containsExactly("A", "B", "A", "B");
    assertThat(stored(ended))
        .allSatisfy(stored -> assertThat(stored.labels()).containsEntry("night", "1"))
        .extracting(stored -> stored.labels().get("series"))
        .containsOnly(stored(ended).get(0).labels().get("series"));
    assertThat(ended.out())
        .contains("differs  scenario.threads: 1 | 2\n", "2 runs of each side, in turns");
  }

  /** The signal reaches the series alone, not its cell. */
  @ParameterizedTest
  @CsvSource({"INT, 130", "KILL, 137"})
  void theCellThatRunsEndsWithTheSeriesAndIsKept(String signal, int code) throws IOException {
    ItServers.ctrlC();
    Database database = Servers.EMBEDDED.database();
    try (Running run =
        database
            .process()
            .start(
                "run",
                "oltp_point_select",
                "--table-size=1000",
                "--time=60",
                "--warmup=0",
                "--repeat=2")) {
      run.awaitOutput("\\s*-?\\d+\\.\\d s .*");
      List<ProcessHandle> cells =
          ProcessHandle.of(run.pid()).stream().flatMap(ProcessHandle::descendants).toList();
      assertThat(cells).isNotEmpty();
      run.signal(signal);
      Ended ended = run.await(SOON).exits(code);
      Await.until("the end of the cell", () -> cells.stream().noneMatch(ProcessHandle::isAlive));

      assertThat(ended.err()).contains("cell     1 of 2").doesNotContain("cell     2 of 2");
      assertThat(stored(ended))
          .singleElement()
          .satisfies(
              stored ->
                  assertThat(stored.result().verdict().reasons())
                      .anyMatch(reason -> reason.startsWith("interrupted after ")));
    }
  }

  /** Killed while its third cell runs, started again: that cell and the fourth are run. */
  @Test
  void aKilledScenarioGoesOnWhereItWas() throws IOException {
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
    try (Running first = database.process().start(words)) {
      first.awaitMessage("cell     3 of 4.*");
      List<ProcessHandle> cells =
          ProcessHandle.of(first.pid()).stream().flatMap(ProcessHandle::descendants).toList();
      first.signal("KILL");
      first.await(SOON).exits(137);
      Await.until("the end of the cell", () -> cells.stream().noneMatch(ProcessHandle::isAlive));
    }
    Ended second = database.process().run(words).exits(0);

    assertThat(second.err())
        .contains("cell     3 of 4: setting=one", "cell     4 of 4: setting=two")
        .doesNotContain("cell     1 of 4", "cell     2 of 4");
    assertThat(stored(runs))
        .filteredOn(stored -> stored.result().passed())
        .extracting(stored -> stored.labels().get("cell"))
        .containsExactly("1", "2", "3", "4");
  }

  /** Every scenario of a study, and what it ends with. */
  @Test
  void aWholeStudyEndsWithPlacesAndOnePage() throws IOException {
    Database database = Servers.EMBEDDED.database();
    Ended ended =
        preset(
            database, "aws-2016", SMALLEST, "--url=" + database.url(), "--url=" + database.url());

    assertThat(ended.out())
        .contains("oltp-read-write-32t", "2084.99", "alter-add-column", "statistics-query")
        .containsPattern("(?s)places by scenario\nscenario +1st +2nd +better by.*")
        .endsWith("aws-2016.html\n");
    JsonNode page = page(ended, "aws-2016");
    assertThat(page.path("summary").asText()).startsWith("places by scenario");
    assertThat(page.path("parts"))
        .extracting(part -> part.path("title").asText())
        .containsExactly(
            "aws-2016-statistics",
            "aws-2016-alter",
            "aws-2016-oltp-read-write",
            "aws-2016-oltp-read-500",
            "aws-2016-oltp-write-1000");
    assertThat(page.path("parts"))
        .allSatisfy(part -> assertThat(part.path("results")).hasSize(2))
        .allSatisfy(part -> assertThat(part.at("/published/bars/column").asInt()).isEqualTo(4));
  }

  @Test
  void theSweepIsDrawnBesideTheOneThatWasPublished() throws IOException {
    Database database = Servers.EMBEDDED.database();
    Ended ended =
        preset(database, "thread-sweep-2-1024", "--scale=0.004", "--url=" + database.url());

    assertThat(ended.out()).contains("graviton2", "p95");
    assertThat(page(ended, "thread-sweep-2-1024").at("/parts/0/charts/0/plots"))
        .extracting(plot -> plot.at("/lines/0/label").asText())
        .containsExactly(
            "transactions/s",
            "published: aurora-mysql-x64-8x",
            "published: aurora-mysql-graviton2-8x");
  }

  @Test
  void localStorageIsShownWithTheSharesThatWerePublished() throws IOException {
    Database database = Servers.EMBEDDED.database();
    Ended ended = preset(database, "aurora-local-storage", SMALLEST, "--url=" + database.url());

    assertThat(ended.out()).contains("temporary-table", "149");
    assertThat(page(ended, "aurora-local-storage").at("/parts/0/published/rows")).hasSize(12);
  }

  @Test
  void tpccIsSweptOverThreads() throws IOException {
    Database database = Servers.EMBEDDED.database();
    Ended ended = preset(database, "aurora-tpcc", "--scale=0.004", "--url=" + database.url());

    assertThat(ended.out()).contains("tpcc-qps", "mode sysbench");
    assertThat(page(ended, "aurora-tpcc").at("/parts/0/published/rows")).hasSize(3);
  }

  private static Ended preset(Database database, String... words) {
    List<String> line = new ArrayList<>(List.of("preset", "run"));
    line.addAll(List.of(words));
    line.add("--with-published");
    Ended ended;
    try (Running running = database.process().start(line.toArray(String[]::new))) {
      ended = running.await(WHOLE_STUDY);
    }
    if (ended.code() != 1) {
      return ended.exits(0);
    }
    stored(ended)
        .forEach(one -> BusyMachine.atMost(one.result().verdict().reasons(), "%s", ended.out()));
    return ended;
  }

  /** The data of the page that a preset wrote. */
  private static JsonNode page(Ended ended, String preset) throws IOException {
    String page = Files.readString(ended.folder().resolve("runs").resolve(preset + ".html"));
    String begin = "id=\"data\">";
    int from = page.indexOf(begin) + begin.length();
    return new ObjectMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
  }

  private static List<Stored> stored(Ended ended) {
    return stored(ended.folder().resolve("runs"));
  }

  private static List<Stored> stored(Path runs) {
    return new RunStore(runs)
        .recent(
            100,
            problem -> {
              throw new AssertionError(problem);
            });
  }
}
