package io.github.bmt4j.failover.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DisruptionTest {
  @Test
  void writesMoveExactlyWhereAFaultPromotesAfterADelayOrAtOnce() {
    assertThat(named(Disruption.MOVE, Disruption.MOVE_AND_CUT))
        .containsExactly(
            "all-down",
            "dns-flip",
            "endpoint-flip",
            "hang",
            "isolate",
            "kill",
            "lagging-promotion",
            "old-primary-returns",
            "old-primary-returns-writable",
            "shutdown",
            "switchover");
    for (Fault fault : Fault.all()) {
      if (fault.takes().contains(Fault.PROMOTION_DELAY)) {
        assertThat(fault.disruption()).as(fault.name()).isEqualTo(Disruption.MOVE);
      }
    }
  }

  @Test
  void writesStayWhereAFaultHealsByItselfOrBreaksTheWay() {
    for (Fault fault : Fault.all()) {
      if (fault.takes().contains(Fault.DURATION) || fault.breaksThePath()) {
        assertThat(fault.disruption()).as(fault.name()).isIn(Disruption.PAUSE, Disruption.NONE);
      }
    }
    assertThat(named(Disruption.NONE))
        .containsExactly("blackhole-connect", "hang-other", "kill-other", "latency");
  }

  private static List<String> named(Disruption... disruptions) {
    return Fault.all().stream()
        .filter(fault -> List.of(disruptions).contains(fault.disruption()))
        .map(Fault::name)
        .toList();
  }
}
