package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.IslandsTopology;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders that are refused before a server is started. */
class SingleFailoverTest {
  private final ShotOrder order = new ShotOrder();

  @ParameterizedTest
  @CsvSource({"dns, names of its own need a JVM of their own", "loadbalance, nothing is written"})
  void waysToConnectThatNeedMoreThanAWriterInThisJvmAreRefused(String ha, String why) {
    order.ha = DriverFamily.MARIADB.mode("--ha", ha, mode -> true);
    String option = "--ha " + ha;
    isRefused(option + " does not fit a single failover: " + why, "use bmt failover " + option);
  }

  @ParameterizedTest
  @ValueSource(strings = {"latency", "blackhole-connect"})
  void faultsThatStopNoWriteAreRefused(String fault) {
    order.fault = fault;
    isRefused(
        "--fault " + fault + " does not fit a single failover: writes over open connections go on",
        "use bmt failover --fault " + fault);
  }

  @Test
  void aFaultThatNeedsNamesIsRefusedAsEverywhere() {
    order.fault = "dns-flip";
    isRefused("--fault dns-flip does not fit --ha endpoint: it needs --ha dns");
  }

  @Test
  void anApplicationThatRetriesIsRefused() {
    order.settings.retry = "once";
    isRefused("--retry=once does not fit a single failover", "leave it out, or use bmt failover");
  }

  @Test
  void aChangeThatSomebodyMakesByHandIsRefused() {
    order.target = new TargetSpec.External("jdbc:mariadb://db/test", "app", Secret.NONE);
    order.outside = new FailoverOrder.Outside("manual", Duration.ofSeconds(1), List.of(), null);
    isRefused(
        "--trigger manual does not fit a single failover", "use bmt failover --trigger manual");
  }

  @Test
  void aFaultThatTheTopologyCannotHaveIsRefusedAndNothingIsStarted(@TempDir Path temp)
      throws IOException {
    order.topology = IslandsTopology.NAME;
    order.cache = temp.resolve("cache");
    try (var found = IslandsTopology.found(temp)) {
      order.fault = "lagging-promotion";
      isRefused(
          "--fault lagging-promotion needs laggable nodes, which topology islands does not have:"
              + " choose");
      order.fault = "latency";
      order.ha = HaMode.ENDPOINT;
      isRefused("--fault latency does not fit a single failover");
    }
    assertThat(order.cache).doesNotExist();
  }

  @Test
  void whatAFailoverRunRefusesIsRefused() {
    order.fault = "lagging-promotion";
    order.semiSync = true;
    isRefused("--fault lagging-promotion does not fit --semi-sync");
  }

  private void isRefused(String... words) {
    assertThatThrownBy(
            () -> SingleFailover.open(order.order(), ShotOrder.OWN, Clock.SYSTEM, Progress.SILENT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll(words)
        .message()
        .doesNotContain("\n");
  }
}
