package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.scenario.SampleOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that fit the servers of the run. */
class RemediesTest {
  /** A secondary of a group answers like its primary, and a group of two survives no loss. */
  @ParameterizedTest
  @CsvSource({
    "replication, 1, --ha=sequential",
    "replication, 2, --ha=sequential --replicas=1",
    "galera,      2, --ha=sequential",
    "group,       2, --pool=none"
  })
  void theDriversSearchIsAdvisedWhereItFindsTheServerThatTakesWrites(
      String topology, int replicas, String expected) {
    SampleOrder order = new SampleOrder();
    order.topology = topology;
    order.replicas = replicas;
    Remedies remedies = Remedies.of(order.order(), null);

    assertThat(remedies.withoutPauses("backOff", "", true).map(Advice::trying).orElse("none"))
        .isEqualTo(expected);
    assertThat(remedies.withoutPauses("backOff", "", false).map(Advice::trying))
        .contains("--pool=none");
    assertThat(remedies.endpoint("readOnly", "").map(Advice::trying))
        .contains("--ha=endpoint --settings=tuned");
  }
}
