package io.github.bmt4j.jmh.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Stalls;
import io.github.bmt4j.failover.figures.FailoverFigures.Writes;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.report.Reason.Code;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailoverTest {
  private static final TargetSpec OURS = new TargetSpec.Embedded();
  private static final TargetSpec CLUSTER =
      new TargetSpec.External("jdbc:mariadb:sequential://a,b/d", "app", Secret.NONE);

  private static final Map<String, String> USUAL =
      Map.of("fault", "kill", "ha", "endpoint", "settings", "tuned", "promotionDelayMs", "0");

  private static FailoverOrder order(TargetSpec target, String command, String... others) {
    Map<String, List<String>> values = new HashMap<>();
    USUAL.forEach((name, value) -> values.put(name, List.of(value)));
    values.put("durationMs", List.of("5000"));
    values.put("driver", List.of(TrialServer.BUNDLED));
    for (String other : others) {
      String[] words = other.split("=", 2);
      values.put(words[0], List.of(words[1]));
    }
    List<FailoverOrder> orders = new ArrayList<>();
    Failover.each(
        name -> values.getOrDefault(name, List.of(Failover.NONE)),
        one -> orders.add(one.order(target, command, Path.of("cache"))));
    assertThat(orders).hasSize(1);
    return orders.get(0);
  }

  @Test
  void everyCombinationOfValuesIsChecked() {
    List<String> seen = new ArrayList<>();
    Failover.each(
        name -> name.equals("fault") || name.equals("ha") ? List.of("a", "b") : List.of("c"),
        one -> seen.add(one.fault + one.ha + one.settings));

    assertThat(seen).containsExactlyInAnyOrder("aac", "abc", "bac", "bbc");
  }

  @Test
  void aRepetitionWithoutAnOutageHasAScoreOnlyIfWritesWentWell() {
    Repetition none = repetition(null);
    assertThat(Failover.scored(none, List.of())).isSameAs(none);
    assertThatThrownBy(() -> Failover.scored(none, List.of("repetition 1 lost 2,040 writes")))
        .hasMessage("FAILED: repetition 1 lost 2,040 writes");
    assertThatThrownBy(() -> Failover.scored(none.withoutFault(), List.of()))
        .hasMessage("nothing was written: in this mode bmt only reads and connects");
    assertThatThrownBy(() -> Failover.scored(none.invalid(Code.UNSPECIFIED.of("why")), List.of()))
        .hasMessage("INVALID: why");
    Repetition lost = repetition(300.0);
    assertThat(Failover.scored(lost, List.of("repetition 1 lost 2 writes"))).isSameAs(lost);
  }

  private static Repetition repetition(@Nullable Double outageMs) {
    Stalls stalls = new Stalls(0, null, null, null);
    Writes writes = new Writes(outageMs, null, null, null, null, null, null, stalls, null, null, 5);
    return new Repetition(
        1,
        Verdict.of(List.of()),
        new FailoverFigures(60_000, null, writes, null, null, null, null, null, null, null, null),
        List.of(),
        List.of(),
        List.of());
  }

  @Test
  void anotherDriverHasItsModesAndProperties() {
    FailoverOrder order =
        order(
            OURS,
            Failover.NONE,
            "ha=failover",
            "driver=mysql:9.7.0",
            "driverProperty=failOverReadOnly=false autoReconnect=true");

    assertThat(order.scenario().ha()).isEqualTo("failover");
    assertThat(Objects.requireNonNull(order.scenario().settings().client()).driverProperties())
        .containsOnly(entry("failOverReadOnly", "false"), entry("autoReconnect", "true"));
  }

  @Test
  void serversThatBmtStartsHaveAFaultAndTheTimesThatItTakes() {
    FailoverOrder order = order(OURS, Failover.NONE, "ha=sequential", "promotionDelayMs=1500");

    assertThat(order.scenario().change().name()).isEqualTo("kill");
    assertThat(order.scenario().ha()).isEqualTo("sequential");
    assertThat(order.faultOptions().get(Fault.PROMOTION_DELAY)).hasMillis(1500);
    assertThat(order.scenario().settings().socketTimeoutMillis()).isEqualTo(3000);
    assertThat(order.outside()).isNull();
  }

  @Test
  void aClusterHasATriggerAndTheModeOfItsUrl() {
    FailoverOrder order = order(CLUSTER, "do it", "settings=as-shipped");

    assertThat(order.scenario().ha()).isEqualTo("sequential");
    assertThat(order.outside()).isNotNull();
    assertThat(order.scenario().settings().socketTimeoutMillis()).isNull();
  }

  @Test
  void aTriggerWithoutAClusterAndTheOtherWayRoundAreRefused() {
    assertThatThrownBy(() -> order(OURS, "do it"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("-p trigger requires");
    assertThatThrownBy(() -> order(CLUSTER, Failover.NONE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("needs -p trigger");
  }

  @ParameterizedTest
  @CsvSource({"durationMs=-1, not a number of ms", "promotionDelayMs=10, cannot be combined with"})
  void timesBelowZeroAndTimesThatAFaultDoesNotTakeAreRefused(String time, String why) {
    assertThatThrownBy(() -> order(OURS, Failover.NONE, "fault=blackhole", time))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(why);
  }
}
