package io.github.bmt4j.jmh.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.bmt4j.failover.FailoverOrder;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SingleFailoverChoiceTest {
  private static final Path CACHE = Path.of("cache");
  private static final TargetSpec CLUSTER =
      new TargetSpec.External("jdbc:mariadb:sequential://a,b/d", "app", Secret.NONE);

  private static SingleFailoverChoice choice(
      String fault, String ha, String settings, long delayMs, long durationMs, String trigger) {
    return new SingleFailoverChoice(
        fault,
        ha,
        settings,
        delayMs,
        durationMs,
        trigger,
        Server.BUNDLED,
        SingleFailoverChoice.NONE,
        SingleFailoverChoice.NONE);
  }

  @Test
  void anotherDriverHasItsModesAndProperties() {
    FailoverOrder order =
        new SingleFailoverChoice(
                "kill",
                "failover",
                "tuned",
                0,
                5000,
                SingleFailoverChoice.NONE,
                "mysql:9.7.0",
                SingleFailoverChoice.NONE,
                "failOverReadOnly=false autoReconnect=true")
            .order(new TargetSpec.Embedded(), CACHE);

    assertThat(order.ha()).isEqualTo(DriverFamily.MYSQL.mode("-p ha", "failover", mode -> true));
    assertThat(Objects.requireNonNull(order.settings().client()).driverProperties())
        .containsOnly(entry("failOverReadOnly", "false"), entry("autoReconnect", "true"));
  }

  @Test
  void aLabHasAFaultAndTheTimesThatItTakes() {
    FailoverOrder order =
        choice("kill", "sequential", "tuned", 1500, 5000, SingleFailoverChoice.NONE)
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
        choice("kill", "endpoint", "as-shipped", 0, 5000, "do it").order(CLUSTER, CACHE);

    assertThat(order.ha()).isEqualTo(HaMode.SEQUENTIAL);
    assertThat(order.outside()).isNotNull();
    assertThat(order.settings().socketTimeoutMillis()).isNull();
  }

  @Test
  void aTriggerWithoutAClusterAndTheOtherWayRoundAreRefused() {
    assertThatThrownBy(
            () ->
                choice("kill", "endpoint", "tuned", 0, 5000, "do it")
                    .order(new TargetSpec.Embedded(), CACHE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("-p trigger requires");
    assertThatThrownBy(
            () ->
                choice("kill", "endpoint", "tuned", 0, 5000, SingleFailoverChoice.NONE)
                    .order(CLUSTER, CACHE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("needs -p trigger");
  }

  @Test
  void timesBelowZeroAndTimesThatAFaultDoesNotTakeAreRefused() {
    assertThatThrownBy(
            () ->
                choice("blackhole", "endpoint", "tuned", 0, -1, SingleFailoverChoice.NONE)
                    .order(new TargetSpec.Embedded(), CACHE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("give 0 or more");
    assertThatThrownBy(
            () ->
                choice("blackhole", "endpoint", "tuned", 10, 5000, SingleFailoverChoice.NONE)
                    .order(new TargetSpec.Embedded(), CACHE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be combined with");
  }
}
