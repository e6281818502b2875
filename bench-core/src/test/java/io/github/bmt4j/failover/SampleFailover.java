package io.github.bmt4j.failover;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.ShippedSettings;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.AmbiguousWrites;
import io.github.bmt4j.failover.figures.FailoverFigures.Block;
import io.github.bmt4j.failover.figures.FailoverFigures.ClientAdded;
import io.github.bmt4j.failover.figures.FailoverFigures.ErrorCount;
import io.github.bmt4j.failover.figures.FailoverFigures.Misrouted;
import io.github.bmt4j.failover.figures.FailoverFigures.Moment;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.FailoverFigures.Spread;
import io.github.bmt4j.failover.figures.FailoverFigures.Storm;
import io.github.bmt4j.failover.figures.FailoverFigures.Stuck;
import io.github.bmt4j.failover.figures.FailoverFigures.WriteOutages;
import io.github.bmt4j.failover.figures.OtherStalls;
import io.github.bmt4j.failover.figures.ServerOutages;
import io.github.bmt4j.load.run.SampleResult;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A result of a failover made up by hand, for tests of its forms. */
public final class SampleFailover {
  private static final String PAUSE =
      "the client itself stood still for 690 ms (hiccup), 12 ms after the fault";

  private SampleFailover() {}

  /** Two VALID repetitions and one INVALID, which never recovered. */
  public static FailoverResult result() {
    Map<String, Spread> summary = new LinkedHashMap<>();
    summary.put("writeOutageMs", spread(2, 4105.5, 4005, 4206));
    summary.put("serverOutageMs", spread(2, 3010, 3000, 3020));
    summary.put("clientAddedOutageMs", spread(2, 1095.5, 1005, 1186));
    summary.put("detectionMs", spread(2, 6, 6, 6));
    summary.put("recoveryMs", spread(1, 4001, 4001, 4001));
    summary.put("unavailability", spread(2, 0.1383, 0.1379, 0.1387));
    summary.put("lostWrites", spread(2, 1.5, 0, 3));
    summary.put("ambiguousWrites.applied", spread(2, 0, 0, 0));
    summary.put("ambiguousWrites.notApplied", spread(2, 1, 1, 1));
    summary.put("windowMs", spread(2, 30_000, 30_000, 30_000));
    return new FailoverResult(
        "f703e9d9",
        Instant.parse("2026-11-20T18:51:41Z"),
        new Verdict(Status.VALID, List.of()),
        List.of("client and servers share this machine's processors"),
        scenario(),
        SampleResult.closedLoop().environment(),
        new Block(
            List.of(
                repetition(1, figures(4005.0, 3000.0, 0, 4001.0)),
                new Repetition(
                    2,
                    new Verdict(Status.INVALID, List.of(PAUSE)),
                    unrecovered(),
                    List.of(),
                    List.of(),
                    List.of()),
                repetition(3, figures(4206.0, 3020.0, 3, null))),
            summary),
        List.of("repetition 3 lost 3 acknowledged writes"),
        null);
  }

  /** Of exact figures. */
  public static Spread spread(int repetitions, double median, double min, double max) {
    return new Spread(repetitions, median, min, max, List.of());
  }

  /** Every figure, with a value of its own. */
  public static FailoverFigures allFigures() {
    return new FailoverFigures(
        1.0,
        2.0,
        3.0,
        4.0,
        5.0,
        6.0,
        7.0,
        8.0,
        9.0,
        10.0,
        11.0,
        12.0,
        0.13,
        14L,
        new AmbiguousWrites(15, 16),
        17L,
        18L,
        19L,
        new Misrouted(20, 21L, 22.0, 23.0),
        24L,
        new Stuck(25, 26.0, 27),
        new Storm(27, 28, 29),
        30.0,
        31.0,
        33.0,
        34.0,
        35.0,
        32,
        new WriteOutages(36, 37.0, 38.0, 60.0, 40.0),
        new ClientAdded(41, 42),
        new OtherStalls(43, 44.0, 45.0),
        new ServerOutages(46, 47.0, 48.0, 49.0),
        new ClientAdded(50, 51),
        52L,
        53L);
  }

  private static FailoverScenario scenario() {
    return scenario("embedded", "sequential", null);
  }

  /** Of the user's own cluster. */
  static FailoverScenario triggered(String url) {
    return scenario(url, "endpoint", "command");
  }

  private static FailoverScenario scenario(String target, String ha, @Nullable String trigger) {
    return new FailoverScenario(
        new ClusterScenario(target, List.of(), "replication --semi-sync", 2),
        new ChangeScenario(
            "kill",
            null,
            3000L,
            trigger == null ? null : new ChangeScenario.External(trigger, 20_000, List.of(), null)),
        ha,
        ShippedSettings.of(10, 10_000L, null, false, null, null),
        new ProbeLoad(200, 200, 10, 400, 0, 0, null, true, null),
        new TrialTimes(10_000, 1_000, 10_000, 60_000),
        3,
        null,
        null);
  }

  private static Repetition repetition(int number, FailoverFigures figures) {
    return new Repetition(
        number,
        new Verdict(Status.VALID, List.of()),
        figures,
        List.of(
            new ErrorCount("writer", "commit", 1927, "70100", "UNKNOWN", 1, 6, 6),
            new ErrorCount("writer", "connect", 0, "08000", "FAILED", 799, 11, 3996.5 + number)),
        List.of(
            new Moment(-4, "last write", "", ""),
            new Moment(0, "fault", "node1", "kill"),
            new Moment(2, "injected", "node1", ""),
            new Moment(6, "first error", "", "writer, commit, 1927 (70100), UNKNOWN"),
            new Moment(3001, "promoted", "node2", "promoted after 3,000 ms"),
            new Moment(4001, "write again", "", "")),
        number == 3 ? List.of("a note of the third") : List.of());
  }

  private static FailoverFigures figures(
      double write, double server, long lost, @Nullable Double recovery) {
    return Made.of(FailoverFigures.class)
        .set("detectionMs", 6.0)
        .set("writeOutageMs", write)
        .set("serverOutageMs", server)
        .set("clientAddedOutageMs", write - server)
        .set("recoveryMs", recovery)
        .set("unavailability", lost == 0 ? 0.1379 : 0.1387)
        .set("lostWrites", lost)
        .set("ambiguousWrites", new AmbiguousWrites(0, 1))
        .set("windowMs", 30_000)
        .record();
  }

  /** Writes that stopped, and were few for a time. */
  static FailoverFigures degraded(@Nullable Double outageMs, @Nullable Double degradedMs) {
    return Made.of(FailoverFigures.class)
        .set("writeOutageMs", outageMs)
        .set("lostWrites", 0L)
        .set("windowMs", 30_000)
        .set(
            "writeOutages",
            new WriteOutages(outageMs == null ? 0 : 1, outageMs, null, degradedMs, null))
        .record();
  }

  static FailoverFigures unrecovered() {
    return new FailoverFigures(
        null, null, null, 59_990.0, null, null, null, null, null, null, null, null, null, null,
        null, null, null, null, null, null, null, null, null, null, null, null, 60_000.0, 60_000,
        null, null, null, null, null, null, null);
  }
}
