package io.github.bmt4j.failover.report;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.experiment.Check;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Attempts;
import io.github.bmt4j.failover.figures.FailoverFigures.Roles;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.RepetitionJudgement;
import io.github.bmt4j.failover.figures.Summary;
import io.github.bmt4j.failover.scenario.FailoverScenario;
import io.github.bmt4j.sampling.ServerSeries;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
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

  public static FailoverResult of(
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
        Check.failed(checks(repetitions, scenario.maxWriteOutageMillis())),
        series);
  }

  @Override
  public List<Check> checks() {
    return checks(failover.repetitions(), scenario.maxWriteOutageMillis()).toList();
  }

  private static Stream<Check> checks(List<Repetition> repetitions, @Nullable Long mostMillis) {
    return repetitions.stream().flatMap(one -> checks(one, mostMillis));
  }

  private static Stream<Check> checks(Repetition repetition, @Nullable Long mostMillis) {
    FailoverFigures figures = repetition.figures();
    long lost = Objects.requireNonNullElse(figures.lostWrites(), 0L);
    Roles roles = figures.roles();
    Attempts attempts = figures.attempts();
    Map<String, String> failures = new LinkedHashMap<>();
    failures.put(
        "no acknowledged write is lost",
        lost == 0 ? "" : " lost " + counted(lost, "acknowledged write"));
    failures.put(
        "one server takes writes at the end",
        roles == null || !roles.hasSeveralTakers()
            ? ""
            : words(": %d servers take writes at the end", roles.takersAtEnd()));
    failures.put(
        "servers that are read-only take no writes",
        figures.writesPastReadOnly() == 0
            ? ""
            : words(
                ": %s went to a server that was read-only, and took them: the login may write"
                    + " there",
                counted(figures.writesPastReadOnly(), "write")));
    failures.put(
        "no operation is stuck",
        attempts == null || attempts.stuck().operations() == 0 || repetition.endedEarly() != null
            ? ""
            : ": " + attempts.stuck().words());
    failures.put(
        "the application recovers",
        repetition.unrecovered().isEmpty()
            ? ""
            : words(
                ": %s had not recovered after %.1f s",
                String.join(", ", repetition.unrecovered()), figures.windowMs() / 1e3));
    if (mostMillis != null) {
      failures.put("--max-write-outage", longerThan(mostMillis, figures));
    }
    String begin = "repetition " + repetition.number();
    return failures.entrySet().stream()
        .map(
            one ->
                new Check(
                    begin + ": " + one.getKey(),
                    one.getValue().isEmpty() ? null : begin + one.getValue()));
  }

  private static String longerThan(long mostMillis, FailoverFigures figures) {
    double outage = FailoverFigures.WRITE_OUTAGE.orZero(figures);
    double degraded = FailoverFigures.DEGRADED.orZero(figures);
    boolean recovered = figures.haveWritesRecovered();
    double limit = recovered ? mostMillis : 0;
    return Math.max(outage, degraded) <= limit
        ? ""
        : words(
            " had %s of %s%,.0f ms, and --max-write-outage is %,d ms",
            outage > limit ? "a write outage" : "a degraded time",
            recovered ? "" : "at least ",
            outage > limit ? outage : degraded,
            mostMillis);
  }
}
