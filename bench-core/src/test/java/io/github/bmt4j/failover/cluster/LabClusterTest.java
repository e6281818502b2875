package io.github.bmt4j.failover.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabClusterTest {
  @Test
  void phasesOfTheTimeToLiveLieEvenlyInIt() {
    Duration ttl = Duration.ofSeconds(30);
    double[] seconds =
        IntStream.rangeClosed(1, 8)
            .mapToDouble(trial -> LabCluster.phase(trial, ttl).toMillis() / 1e3)
            .sorted()
            .toArray();
    assertThat(LabCluster.phase(1, ttl)).isZero();
    for (int i = 0; i < seconds.length; i++) {
      double next = i + 1 < seconds.length ? seconds[i + 1] : 30;
      assertThat(next - seconds[i]).isBetween(1.5, 7.5);
    }
  }
}
