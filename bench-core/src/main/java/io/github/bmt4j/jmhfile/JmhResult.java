package io.github.bmt4j.jmhfile;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result of JMH, as {@code bmt import-jmh} stores it in {@code result.json}.
 *
 * @param id of the run
 * @param importedAt time of the import
 * @param measuredAt time at which JMH's file was last written
 * @param file name of JMH's file
 * @param verdict verdict on the figures
 * @param warnings notes that qualify the figures
 * @param servers servers of the benchmarks, with driver and machine; absent when they are not
 *     known, empty when no server took part
 */
public record JmhResult(
    String id,
    Instant importedAt,
    Instant measuredAt,
    String file,
    Verdict verdict,
    List<String> warnings,
    @Nullable List<Environment> servers,
    List<JmhBenchmark> benchmarks)
    implements Result {
  /** The stored key {@code kind}. */
  public static final String KIND = "jmh";

  @Override
  public String kind() {
    return KIND;
  }
}
