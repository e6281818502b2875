package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.Latency;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.report.Reason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A clean run of 1,000 operations and 10 s, and what is different about it. */
final class JudgementCase {
  long transactions = 1000;
  long failed;
  long unknown;
  @Nullable Long arrivals;
  long unserved;
  boolean silent;
  double elapsedSeconds = 10;
  @Nullable Double stoodStillSeconds;
  List<ErrorCount> errors = List.of();
  double utilization = 0.3;
  @Nullable ServerCounts server = new ServerCounts(100, 100, Map.of());
  List<Reason> problems = List.of();
  boolean interrupted;
  boolean quietServer = true;
  long excused;
  Counts connects = Counts.ZERO;
  @Nullable Double longestMillis = 50.0;
  double warmupOverrunMillis;
  boolean terminals;
  boolean crowd;
  @Nullable Double waited;

  BusyMachine.MachineUse load() {
    return new BusyMachine.MachineUse(
        "",
        Made.like(Clients.of(1.0, 20.0, 3, utilization))
            .set("stoodStillSeconds", stoodStillSeconds)
            .set("runQueueShare", waited)
            .set("othersShare", waited == null ? null : 0.26)
            .record(),
        4,
        2,
        1000,
        1.0);
  }

  JudgementCase ended(long ok, long notApplied, long notKnown) {
    transactions = ok;
    failed = notApplied;
    unknown = notKnown;
    return this;
  }

  JudgementCase silent() {
    silent = true;
    return this;
  }

  JudgementCase arrivals(long due, long neverBegun) {
    arrivals = due;
    unserved = neverBegun;
    return this;
  }

  JudgementCase counted(long byServer, long byUs, long mayBeMore) {
    server = new ServerCounts(byServer, byUs, Map.of());
    excused = mayBeMore;
    return this;
  }

  JudgementCase opened(long byServer, long byUs, long mayBeMore) {
    counted(100, 100, mayBeMore);
    server = new ServerCounts(100, 100, Map.of("Connections", byServer));
    connects = Counts.from(Map.of(Counter.TRANSACTIONS, byUs));
    return this;
  }

  List<String> reasons() {
    return verdict().texts();
  }

  Verdict verdict() {
    return judgement().verdict();
  }

  Judgement judgement() {
    Totals totals =
        Made.of(Totals.class)
            .set("transactions", transactions)
            .set("queries", silent ? 0 : transactions)
            .set("reads", silent ? 0 : transactions)
            .set("errors", failed)
            .set("failed", failed)
            .set("unknown", unknown)
            .set("arrivals", arrivals)
            .set("unserved", unserved)
            .set("elapsedSeconds", elapsedSeconds)
            .record();
    RunScenario scenario =
        Made.like(OltpJob.of(1000, crowd ? 1000 : 1).scenario())
            .set("terminals", terminals ? 10 : null)
            .record();
    RunFigures figures =
        Made.of(RunFigures.class)
            .set("totals", totals)
            .set("errors", errors)
            .set("latency", Made.of(Latency.class).set("response", times()).record())
            .record();
    return Judgement.of(
        new Judgement.Evidence(
            scenario,
            figures,
            new BusyMachine.Uses(load(), List.of(load())),
            server,
            problems,
            interrupted,
            quietServer,
            connects,
            excused,
            warmupOverrunMillis));
  }

  private Times times() {
    return Made.of(Times.class).set("max", longestMillis).record();
  }
}
