package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.figures.Durability;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Attempts;
import io.github.bmt4j.failover.figures.FailoverFigures.Roles;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.RepetitionJudgement;
import io.github.bmt4j.failover.figures.Summary;
import io.github.bmt4j.sampling.ServerSeries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code bmt failover}, as stored in {@code result.json}. Times are in ms unless the
 * name says otherwise. What was not observed is absent.
 *
 * @param id of the run
 * @param startedAt start of the first repetition
 * @param verdict verdict on the summary; each repetition has a verdict of its own
 * @param failedChecks checks that the figures fail, VALID or not: lost writes, writes to a server
 *     that was read-only, operations that hang, and a write outage over the limit that was asked
 *     for
 * @param warnings notes that qualify the figures
 * @param serverSeries figures of the servers over time, of each repetition; empty where none were
 *     read
 */
public record FailoverResult(
    String id,
    Instant startedAt,
    Verdict verdict,
    List<String> warnings,
    FailoverScenario scenario,
    Environment environment,
    Summary.Block failover,
    List<String> failedChecks,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<ServerSeries> serverSeries)
    implements Result {
  public static final String KIND = "failover";

  @Override
  public String kind() {
    return KIND;
  }

  static FailoverResult of(
      FailoverScenario scenario,
      Head head,
      Environment environment,
      List<String> warnings,
      List<Repetition> repetitions,
      List<ServerSeries> series) {
    return new FailoverResult(
        head.id(),
        head.startedAt(),
        RepetitionJudgement.overall(repetitions, scenario.repeat()),
        warnings,
        scenario,
        environment,
        Summary.block(repetitions, scenario.outages()),
        failedChecks(repetitions, scenario.maxWriteOutageMillis()),
        series);
  }

  private static List<String> failedChecks(
      List<Repetition> repetitions, @Nullable Long mostMillis) {
    List<String> failed = new ArrayList<>();
    for (Repetition repetition : repetitions) {
      FailoverFigures figures = repetition.figures();
      Long lost = figures.lostWrites();
      if (lost != null && lost > 0) {
        failed.add(words("repetition %d lost %,d acknowledged writes", repetition.number(), lost));
      }
      Durability durability = repetition.durability();
      if (durability != null && !durability.holds()) {
        failed.add(words("repetition %d: %s", repetition.number(), durability.text()));
      }
      Roles roles = figures.roles();
      if (roles != null && roles.hasSeveralTakers()) {
        failed.add(
            words(
                "repetition %d: %d servers take writes at the end",
                repetition.number(), roles.takersAtEnd()));
      }
      if (figures.writesPastReadOnly() > 0) {
        failed.add(
            words(
                "repetition %d: %,d writes went to a server that was read-only, and took them: the"
                    + " login may write there",
                repetition.number(), figures.writesPastReadOnly()));
      }
      Attempts attempts = figures.attempts();
      if (attempts != null
          && attempts.stuck().operations() > 0
          && repetition.endedEarly() == null) {
        failed.add(words("repetition %d: %s", repetition.number(), attempts.stuck().words()));
      }
      if (!repetition.unrecovered().isEmpty()) {
        failed.add(
            words(
                "repetition %d: %s had not recovered after %.1f s",
                repetition.number(),
                String.join(", ", repetition.unrecovered()),
                figures.windowMs() / 1e3));
      }
      if (mostMillis != null) {
        longerThan(mostMillis, repetition).ifPresent(failed::add);
      }
    }
    return failed;
  }

  private static Optional<String> longerThan(long mostMillis, Repetition repetition) {
    FailoverFigures figures = repetition.figures();
    Double outage = figures.writeOutageOrBoundMs();
    Double degraded = figures.degradedOrBoundMs();
    boolean recovered = figures.haveWritesRecovered();
    double limit = recovered ? mostMillis : 0;
    boolean stopped = outage != null && outage > limit;
    if (!stopped && (degraded == null || degraded <= limit)) {
      return Optional.empty();
    }
    return Optional.of(
        words(
            "repetition %d had %s of %s%,.0f ms, and --max-write-outage is %,d ms",
            repetition.number(),
            stopped ? "a write outage" : "a degraded time",
            recovered ? "" : "at least ",
            stopped ? outage : degraded,
            mostMillis));
  }
}
