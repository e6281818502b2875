package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.LockWaits;
import io.github.bmt4j.ddl.AlterResult.Progress;
import io.github.bmt4j.ddl.AlterResult.Ratio;
import io.github.bmt4j.ddl.AlterResult.Slice;
import io.github.bmt4j.ddl.AlterResult.TableFacts;
import io.github.bmt4j.ddl.AlterResult.Temporary;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Case;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterScenario.Limits;
import io.github.bmt4j.ddl.AlterScenario.Lock;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import java.time.Instant;
import java.util.List;

/** A made-up result of bmt alter for tests. */
public final class SampleAlter {
  private SampleAlter() {}

  /** An ALTER under load, one that was refused, and one that found its disk full. */
  public static AlterResult result() {
    return result(done());
  }

  static AlterResult result(Alter done) {
    return of(done, refused(), full());
  }

  static AlterResult of(Alter... alters) {
    return new AlterResult(
        "0a1b2c3d",
        Instant.parse("2026-11-21T18:00:00Z"),
        new Verdict(Status.INVALID, List.of("add-index/copy did not end: table_full, error 1114")),
        List.of("client and server share this machine's processors"),
        scenario(),
        SampleResult.openLoop().environment(),
        List.of(alters),
        List.of(
            new Ratio(
                AlterChange.ADD_INDEX, Concurrent.OLTP_READ_WRITE, Algorithm.INPLACE, 12.346)),
        null);
  }

  public static Alter done() {
    return done(0);
  }

  /**
   * One that was done.
   *
   * @param failed operations of the load during it
   */
  static Alter done(long failed) {
    return ended(OutcomeKind.DONE, 2_345.6, 150.5, failed);
  }

  /** One that ended after a time, with a longest stall of the load. */
  static Alter ended(OutcomeKind outcome, double afterMs, double stallMs, long failed) {
    return new Alter(
        new Case(AlterChange.ADD_INDEX, Algorithm.INPLACE, Concurrent.OLTP_READ_WRITE, 1),
        "ALTER TABLE sbtest1 ADD INDEX bmt_added (pad), ALGORITHM=INPLACE",
        new StatementOutcome(outcome, afterMs, null, null, null),
        true,
        new TableFacts(1_000_000L, 235_000_000L, 247_463_936L),
        new TableFacts(1_000_000L, 300_000_000L, 314_572_800L),
        List.of(
            load(Phase.BEFORE, 1_200, 5.5, 0),
            load(Phase.DURING, 300, 55.0, failed),
            load(Phase.AFTER, 1_100, 6.0, 0)),
        stallMs,
        new LockWaits(90, 31.5, 4, 120.0, 40.0),
        new Temporary(314_572_800L, "data folder"),
        List.of(new Progress(1_000, "copy", 45.5, 100L)),
        List.of(new Slice(0, 1_000.5, 300, 299.9, 150.5)),
        List.of(),
        List.of("a note"));
  }

  private static Alter refused() {
    return failed(
        Algorithm.INSTANT,
        new StatementOutcome(OutcomeKind.REFUSED, 2.5, 1846, "0A000", "Try ALGORITHM=NOCOPY"));
  }

  private static Alter full() {
    return failed(
        Algorithm.COPY,
        new StatementOutcome(
            OutcomeKind.TABLE_FULL, 812.0, 1114, "HY000", "The table 'sbtest1' is full"));
  }

  private static Alter failed(Algorithm algorithm, StatementOutcome outcome) {
    TableFacts facts = new TableFacts(1_000_000L, 235_000_000L, null);
    return Made.of(Alter.class)
        .set("order", new Case(AlterChange.ADD_INDEX, algorithm, Concurrent.NONE, 1))
        .set("sql", "ALTER TABLE sbtest1 ADD INDEX bmt_added (pad)")
        .set("ending", outcome)
        .set("changed", false)
        .set("before", facts)
        .set("after", facts)
        .record();
  }

  private static ConcurrentPhase load(Phase phase, long transactions, double p95, long failed) {
    return new ConcurrentPhase(
        phase,
        1,
        transactions,
        (double) transactions,
        new Times(transactions, 1.0, 2.0, 2.0, 3.0, p95, null, null, 150.5),
        150.5,
        failed,
        0);
  }

  private static AlterScenario scenario() {
    return new AlterScenario(
        OltpJob.of(1_000_000, 4).scenario(),
        "sbtest1",
        false,
        List.of(AlterChange.ADD_INDEX),
        List.of(Algorithm.INSTANT, Algorithm.INPLACE, Algorithm.COPY),
        Lock.DEFAULT,
        List.of(Concurrent.NONE, Concurrent.OLTP_READ_WRITE),
        1,
        5,
        5,
        new Limits(null, 30L));
  }
}
