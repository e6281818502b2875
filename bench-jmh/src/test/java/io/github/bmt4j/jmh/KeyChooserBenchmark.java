package io.github.bmt4j.jmh;

import io.github.bmt4j.workload.KeyChooser;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of drawing a key, in ns: what the load generator itself adds to a statement. No server takes
 * part.
 *
 * <p>{@code java -cp bench-jmh/target/test-classes:bench-jmh/target/benchmarks.jar
 * org.openjdk.jmh.Main KeyChooserBenchmark}; for publication with {@code -f 5}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@SuppressWarnings("NullAway.Init")
public class KeyChooserBenchmark {
  @Param({"uniform", "special", "gaussian", "pareto", "zipfian"})
  public String distribution;

  @Param("1000000")
  public int keys;

  private KeyChooser chooser;

  /** Makes the chooser of a thread. */
  @Setup
  public void choose() {
    WorkloadInfo workload = new WorkloadInfo("keys", 1, "keys only", KeyDistribution.PARAMS);
    Params params = Params.resolve(workload, Map.of("rand-type", distribution));
    chooser = KeyDistribution.of(params).over(keys, new SplitMix64(42));
  }

  /** One key. */
  @Benchmark
  public long draw() {
    return chooser.next();
  }
}
