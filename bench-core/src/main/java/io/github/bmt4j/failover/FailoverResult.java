package io.github.bmt4j.failover;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.sampling.ServerSeries;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code bmt failover}, as stored in {@code result.json}. Times are in ms unless the
 * name says otherwise. What was not observed is absent.
 *
 * @param id of the run
 * @param startedAt when the first repetition began
 * @param verdict whether the summary may be used; each repetition has a verdict of its own
 * @param failedChecks what the figures fail, VALID or not: lost writes, operations that hang, and a
 *     write outage over the limit that was asked for
 * @param warnings what to bear in mind when reading the figures
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
    FailoverFigures.Block failover,
    List<String> failedChecks,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<ServerSeries> serverSeries)
    implements Result {
  public static final String KIND = "failover";

  @Override
  public String kind() {
    return KIND;
  }
}
