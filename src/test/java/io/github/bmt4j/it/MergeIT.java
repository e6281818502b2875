package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code bmt merge}: runs of several clients become one result. */
@Execution(ExecutionMode.CONCURRENT)
class MergeIT {
  @Test
  void countsAreThoseOfTheServerAndEveryCommandReadsTheResult() throws IOException {
    Database database = Servers.EMBEDDED.database();
    database.execute("CREATE TABLE a (x INT)", "CREATE TABLE b (x INT)");
    Path folder = Bmt.newFolder("merge");
    Path one = Files.writeString(folder.resolve("one.sql"), "INSERT INTO a VALUES (1);");
    Path two = Files.writeString(folder.resolve("two.sql"), "INSERT INTO b VALUES (1);");
    List<CompletableFuture<Ended>> clients =
        Stream.of("1", "2")
            .map(
                threads ->
                    CompletableFuture.supplyAsync(
                        () ->
                            database
                                .command()
                                .run(
                                    words(
                                        "run %s@3 %s --threads=%s --warmup=0 --time=1",
                                        one, two, threads))))
            .toList();
    List<Ended> runs = clients.stream().map(client -> client.join().measured()).toList();
    String first = runs.get(0).run().toString();
    String second = runs.get(1).run().toString();
    Bmt bmt = Bmt.command();
    // Two clients on busy processors do not begin within 5 % of a second: the clock of one is set.
    startAt(runs.get(1).run(), "2026-01-01T00:00:00Z");
    assertThat(bmt.run("merge", first, second, "-o", folder + "/apart").exits(2).err())
        .contains("overlap by 0.0 %")
        .hasLineCount(1);
    startAt(runs.get(0).run(), "2026-01-01T00:00:00Z");
    set(runs.get(0).run(), "\"percentile\" : 95.0", "\"percentile\" : 99.0");
    assertThat(bmt.run("merge", first, second, "-o", folder + "/other").exits(2).err())
        .contains("not parts of one load: scenario.times.percentile: 99.0 | 95.0")
        .hasLineCount(1);
    set(runs.get(0).run(), "\"percentile\" : 99.0", "\"percentile\" : 95.0");

    String merged = folder.resolve("merged").toString();
    Ended ended = bmt.run("merge", first, second, "-o", merged);

    RunResult result = read(folder.resolve("merged"));
    assertThat(result.verdict().reasons()).hasSameSizeAs(reasons(runs));
    assertThat(ended.code()).isEqualTo(reasons(runs).isEmpty() ? 0 : 1);
    assertThat(result.scenario().load().threads()).isEqualTo(3);
    assertThat(result.totals().transactions())
        .isEqualTo(runs.stream().mapToLong(run -> run.result().totals().transactions()).sum())
        .isEqualTo(result.latency().response().count());
    assertThat(result.kinds())
        .extracting(KindFigures::transactions)
        .containsExactly(
            database.number("SELECT COUNT(*) FROM a"), database.number("SELECT COUNT(*) FROM b"));
    assertThat(bmt.run("show", merged).exits(0).out()).contains("merged from 2 runs", "3 threads");
    assertThat(bmt.run("compare", merged, first).exits(0).out()).contains("client CPU a query");
    String page = folder.resolve("page.html").toString();
    bmt.run("report", merged, "-o", page).exits(0);
    assertThat(Files.readString(Path.of(page))).contains("Response times over time");
  }

  private static List<String> reasons(List<Ended> runs) {
    return runs.stream().flatMap(run -> run.result().verdict().reasons().stream()).toList();
  }

  private static RunResult read(Path run) {
    return (RunResult) new RunStore(run).read(run.toString()).result();
  }

  private static void startAt(Path run, String time) throws IOException {
    set(run, "\"startedAt\" : \"[^\"]*\"", "\"startedAt\" : \"" + time + "\"");
  }

  private static void set(Path run, String stored, String other) throws IOException {
    Path file = run.resolve("result.json");
    Files.writeString(file, Files.readString(file).replaceFirst(stored, other));
  }
}
