package io.github.bmt4j.failover.balance;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import java.time.Instant;
import java.util.List;

/**
 * The result of {@code bmt balance}, as stored in {@code result.json}. Times are in ms unless the
 * name says otherwise. What was not observed is absent.
 *
 * @param schema version of this form
 * @param id of the run
 * @param startedAt when the observation began
 * @param verdict whether the figures may be used
 * @param warnings what to bear in mind when reading the figures
 */
public record BalanceResult(
    int schema,
    String id,
    Instant startedAt,
    Verdict verdict,
    List<String> warnings,
    BalanceScenario scenario,
    Environment environment,
    BalanceFigures balance)
    implements Result {
  /** The stored key {@code kind}. */
  public static final String KIND = "balance";

  /** The present version of the form. */
  static final int SCHEMA = 2;

  @Override
  public String kind() {
    return KIND;
  }
}
