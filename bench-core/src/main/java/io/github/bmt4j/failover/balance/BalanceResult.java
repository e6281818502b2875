package io.github.bmt4j.failover.balance;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.sampling.ServerSeries;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code bmt balance}, as stored in {@code result.json}. Times are in ms unless the
 * name says otherwise. What was not observed is absent.
 *
 * @param id of the run
 * @param startedAt start of the observation
 * @param verdict verdict on the figures
 * @param warnings notes that qualify the figures
 * @param advice changes to make at the application
 * @param serverSeries figures of the servers over time; empty where none were read
 */
public record BalanceResult(
    String id,
    Instant startedAt,
    Verdict verdict,
    List<String> warnings,
    BalanceScenario scenario,
    Environment environment,
    BalanceFigures balance,
    List<Advice> advice,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<ServerSeries> serverSeries)
    implements Result {
  public static final String KIND = "balance";

  @Override
  public List<String> failedChecks() {
    return balance.stuck().operations() > 0 ? List.of(balance.stuck().words()) : List.of();
  }
}
