package io.github.bmt4j.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.StatementCounts;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;

class HarnessBenchmarkTest {
  private final HarnessBenchmark benchmark = new HarnessBenchmark();

  static Stream<String> workloads() throws NoSuchFieldException {
    return Stream.of(
        HarnessBenchmark.Attached.class.getField("workload").getAnnotation(Param.class).value());
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void runsOneTransactionAnInvocation(String workload) throws Exception {
    runsOneTransactionAnInvocation(workload, "none", false);
    runsOneTransactionAnInvocation(workload, "all", true);
  }

  private void runsOneTransactionAnInvocation(String workload, String consume, boolean byStatement)
      throws Exception {
    HarnessBenchmark.Attached attached = new HarnessBenchmark.Attached();
    attached.workload = workload;
    attached.tableSize = 10_000;
    attached.consume = consume;
    attached.byStatement = byStatement;
    attached.attach();
    long once = queries(benchmark.operation(attached));
    assertThat(once).isPositive();
    assertThat(queries(benchmark.operation(attached))).isEqualTo(2 * once);
    assertThat(queries(benchmark.recordedOperation(attached))).isEqualTo(3 * once);
    attached.detach();
  }

  @Test
  void sendsOneBareStatementOfEachKind() throws Exception {
    HarnessBenchmark.Bare bare = new HarnessBenchmark.Bare();
    bare.prepare();
    assertThat(benchmark.bareSelect(bare)).hasSize(119);
    assertThat(benchmark.bareUpdate(bare)).isEqualTo(1);
    assertThat(benchmark.bareText(bare)).isFalse();
    bare.close();
  }

  private static long queries(StatementCounts counts) {
    return counts.reads() + counts.writes() + counts.others();
  }
}
