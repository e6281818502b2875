package io.github.bmt4j.jmh;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jmh.fork.Failover;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The write outage of one change of the primary: a repetition of {@code bmt failover} with its
 * usual load and times, on new servers (a primary with two replicas on this machine) or on your own
 * cluster.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar FailoverBenchmark -p fault=kill}; for
 * publication with {@code -f 20}. Your own cluster: {@code -p url=jdbc:mariadb://cluster.example/db
 * -p trigger='aws rds failover-db-cluster …'}.
 *
 * <p>The score is the write outage that the trial found, 0 if there was none; the start of servers
 * and client, the baseline and the time after the recovery are not in it. Secondary results are
 * other figures of {@code bmt failover}: detection, the server's outage, the client's addition,
 * failed attempts, lost and ambiguous writes. A repetition that is INVALID fails and has no score;
 * so does one that had no outage and yet lost writes. If writes had not recovered after 60 s, the
 * score is a lower bound and {@code failover.not.recovered} is 1.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(5)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Threads(1)
@Timeout(time = 10, timeUnit = TimeUnit.MINUTES)
public class FailoverBenchmark {
  /** From the fault until the application writes again. */
  @Benchmark
  public void downtime(Failover failover) throws TargetException {
    failover.run();
  }
}
