package io.github.bmt4j.jmh.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failover.FailoverOrder;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SingleFailoverChoiceTest {
  private static final Path CACHE = Path.of("cache");
  private static final TargetSpec CLUSTER =
      new TargetSpec.External("jdbc:mariadb:sequential://a,b/d", "app", Secret.NONE);

  @Test
  void aLabHasAFaultAndTheTimesThatItTakes() {
    FailoverOrder order =
        new SingleFailoverChoice(
                "kill", "sequential", "tuned", 1500, 5000, SingleFailoverChoice.NO_TRIGGER)
            .order(new TargetSpec.Embedded(), CACHE);

    assertThat(order.fault()).isEqualTo("kill");
    assertThat(order.ha()).isEqualTo(HaMode.SEQUENTIAL);
    assertThat(order.faultOptions().get(Fault.PROMOTION_DELAY)).hasMillis(1500);
    assertThat(order.settings().socketTimeoutMillis()).isEqualTo(3000);
    assertThat(order.outside()).isNull();
  }

  @Test
  void aClusterHasATriggerAndTheWayOfItsUrl() {
    FailoverOrder order =
        new SingleFailoverChoice("kill", "endpoint", "as-shipped", 0, 5000, "do it")
            .order(CLUSTER, CACHE);

    assertThat(order.ha()).isEqualTo(HaMode.SEQUENTIAL);
    assertThat(order.outside()).isNotNull();
    assertThat(order.settings().socketTimeoutMillis()).isNull();
  }

  @Test
  void aTriggerWithoutAClusterAndTheOtherWayRoundAreRefused() {
    assertThatThrownBy(
            () ->
                new SingleFailoverChoice("kill", "endpoint", "tuned", 0, 5000, "do it")
                    .order(new TargetSpec.Embedded(), CACHE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("-p trigger requires");
    assertThatThrownBy(
            () ->
                new SingleFailoverChoice(
                        "kill", "endpoint", "tuned", 0, 5000, SingleFailoverChoice.NO_TRIGGER)
                    .order(CLUSTER, CACHE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("needs -p trigger");
  }

  @Test
  void timesBelowZeroAndTimesThatAFaultDoesNotTakeAreRefused() {
    assertThatThrownBy(
            () ->
                new SingleFailoverChoice(
                        "blackhole", "endpoint", "tuned", 0, -1, SingleFailoverChoice.NO_TRIGGER)
                    .order(new TargetSpec.Embedded(), CACHE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("give 0 or more");
    assertThatThrownBy(
            () ->
                new SingleFailoverChoice(
                        "blackhole", "endpoint", "tuned", 10, 5000, SingleFailoverChoice.NO_TRIGGER)
                    .order(new TargetSpec.Embedded(), CACHE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be combined with");
  }
}
