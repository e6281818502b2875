package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.load.report.RunReport;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Terminals on a real server: what a run of a workload with terminals, shares and figures stores.
 */
class TerminalRunIT {
  @TempDir Path runs;

  @Test
  void aRunHasItsTerminalsSharesAndFigures() throws Exception {
    Job job = TerminalWorkload.job(20, 2);
    LoadWatch heard = new LoadWatch();
    RunResult run;
    try (Server server = ItServers.open(ItServers.embedded())) {
      run = heard.load(job, runs, server.target());
    }

    long transactions = run.totals().transactions();
    List<KindFigures> kinds = Objects.requireNonNull(run.kinds());
    assertThat(transactions).isPositive();
    assertThat(kinds.get(0).transactions() + kinds.get(1).transactions()).isEqualTo(transactions);
    assertThat(run.totals().arrivals()).isEqualTo(transactions + run.totals().unserved());
    assertThat(Objects.requireNonNull(run.latency().waiting()).count()).isEqualTo(transactions);
    assertThat(run.latency().response().mean())
        .isGreaterThanOrEqualTo(Objects.requireNonNull(run.latency().service().mean()));
    assertThat(Objects.requireNonNull(run.shares()))
        .extracting(ShareFigures::name, ShareFigures::hits, ShareFigures::trials)
        .containsExactly(tuple("odd", kinds.get(1).transactions(), transactions));
    assertThat(run.verdict().texts())
        .anyMatch(reason -> reason.startsWith("odd: ") && reason.contains("up to 10.00 %"));
    assertThat(run.ownFigures().get(0).value())
        .isCloseTo(
            60 * kinds.get(0).transactions() / run.totals().elapsedSeconds(),
            withinPercentage(0.1));
    assertThat(run.scenario().load().loop()).isEqualTo("terminals");
    String stored = Files.readString(heard.folder().resolve("result.json"));
    assertThat(ResultJson.read(stored, RunResult.class).shares()).isEqualTo(run.shares());
    assertThat(new RunReport().text(run, 120))
        .contains("load     20 terminals on 2 connections, 1 s after 0 s of warm-up\n");
  }
}
