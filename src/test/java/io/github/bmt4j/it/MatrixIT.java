package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Settings by faults on real servers: a scenario that is killed, and goes on. */
@Execution(ExecutionMode.CONCURRENT)
class MatrixIT {

  /** Two settings by two faults; with one of the settings the pool cannot open all connections. */
  private static final String SMALL =
      """
      command: failover
      options: {target: embedded, cache-dir: "%s", replicas: 1, repeat: 1, baseline: 2s,
        settle: 1500ms, deadline: 10s, write-rate: 100, read-rate: 50, connect-rate: 0}
      faults: {kill-sessions: , reset: }
      settings:
        tuned: {settings: tuned}
        crowded: {server-option: max_connections=8}
      """;

  /** {@link SeriesIT} proves that a scenario which was ended or killed goes on where it was. */
  @Tag("extended")
  @Test
  void aMatrixRecommendsWhatRecoversSoonest() throws IOException {
    Signals.needProc();
    ItServers.embedded();
    Path folder = Bmt.newFolder("matrix");
    Path file = Files.writeString(folder.resolve("small.yaml"), SMALL.formatted(ItServers.cache()));
    Path runs = folder.resolve("runs");
    String[] words = {
      "scenario", "run", file.toString(), "--runs-dir", runs.toString(), "--allow-commands"
    };
    Ended measured = Bmt.process().run(words);

    assertThat(measured.err()).contains("takes    about ");
    assertThat(measured.out())
        .contains("3 of 4   reset tuned  ", "4 of 4   reset ")
        .containsPattern("(?m)^  crowded +cannot work #### +cannot work ####")
        .containsPattern("crowded, reset: cannot work: a pool opened only \\d of 10 connections")
        .contains("written  " + runs.resolve("small.html"));
    List<Stored> whole = Ended.stored(runs);
    assertThat(whole)
        .extracting(stored -> stored.labels().get("cell"))
        // On a busy machine, one that pauses spoilt is measured again.
        .containsOnly("1/4", "2/4", "3/4", "4/4");
    List<String> reasons =
        whole.stream()
            .filter(one -> one.labels().get("setting").equals("tuned"))
            .flatMap(one -> one.result().verdict().texts().stream())
            .toList();
    BusyMachine.atMost(reasons, "stdout:\n%s\nstderr:\n%s", measured.out(), measured.err());
    if (reasons.isEmpty()) {
      // What cannot work is an answer, not a failure.
      measured.exits(0);
      assertThat(measured.out()).contains("\nUse tuned: ");
    }

    Ended again = Bmt.command().run("show", "--scenario=latest", "--runs-dir=" + runs).exits(0);
    assertThat(measured.out()).contains(again.out());
    Path page = folder.resolve("again.html");
    Ended report =
        Bmt.command()
            .run("report", "--scenario=latest", "--runs-dir=" + runs, "-o", page.toString());
    assertThat(report.exits(0).out()).isEqualTo("written  " + page + "\n");
    String headline = again.out().lines().findFirst().orElseThrow();
    // The page has the rest of a long one below.
    String first = "\"text\" : \"" + headline.split("[;:,.] ", 2)[0];
    assertThat(page).content().contains(first);
    assertThat(runs.resolve("small.html")).content().contains(first);
  }
}
