package io.github.bmt4j.api;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A load: its threads execute SQL files or a workload for a time. */
public final class Run extends Measurement<Run> {
  Run(String workload, String... more) {
    super(Stream.concat(Stream.of("run", workload), Stream.of(more)).toList());
  }

  @Override
  Run self() {
    return this;
  }

  /** Number of threads, each with one connection at a time (default 1). */
  public Run threads(int threads) {
    return setting("--threads", threads);
  }

  /** Length of the measurement (default 10 s). */
  public Run time(Duration time) {
    return setting("--time", time);
  }

  /** Length of the load before the measurement (default 5 s). */
  public Run warmup(Duration warmup) {
    return setting("--warmup", warmup);
  }

  /**
   * Operations that are due each second, however slow the server is; without it, each thread starts
   * the next operation when the last one has ended.
   */
  public Run rate(double perSecond) {
    return setting("--rate", BigDecimal.valueOf(perSecond).toPlainString());
  }

  /** Initial value of a variable of the SQL files: {@code :name}. */
  public Run define(String name, Object value) {
    return option("--define", name + "=" + value);
  }

  /** SQL that is executed once before the load, such as {@code CREATE TABLE}. */
  public Run initFile(Path file) {
    return setting("--init-file", file);
  }

  /** SQL that is executed once after the load, even if the load failed. */
  public Run cleanupFile(Path file) {
    return setting("--cleanup-file", file);
  }

  /**
   * Limits of figures that are stored with the result: a result that breaks one is FAILED.
   *
   * @param limits such as {@code p99>20ms}, {@code errors>0.1%} or {@code tps<500}: what must not
   *     be
   */
  public Run failIf(String... limits) {
    List.of(limits).forEach(limit -> option("--fail-if", limit));
    return this;
  }
}
