package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Terminals;
import io.github.bmt4j.workload.Terminals.Pace;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Terminals of TPC-C at a hundredth of its times, without a server: the client's own lateness. */
@Tag("timing")
class TerminalPaceIT {
  private static final long MILLI = 1_000_000;

  /** Of the kinds in TPC-C 5.11, 5.2.5.7, by hundredths: keying 18 s, think time 12 s and so on. */
  private static final List<Pace> PACES =
      List.of(pace(18, 12), pace(3, 12), pace(2, 10), pace(2, 5), pace(2, 5));

  @Test
  void aThousandTerminalsOnSixteenWorkersAreServedInTime() throws SQLException {
    Measurement measured = run(1_000, 1);

    // A cycle takes 0.207 s.
    double perSecond = measured.counts().of(Counter.TRANSACTIONS) / 2.0;
    assertThat(perSecond).isCloseTo(4_826, withinPercentage(5));
    assertThat(measured.latencies().waiting().getValueAtPercentile(99)).isLessThan(5 * MILLI);
    assertThat(measured.latencies().response().getValueAtPercentile(99)).isLessThan(5 * MILLI);
    assertThat(measured.unserved()).isLessThan(50);
  }

  @Test
  void tenThousandTerminalsAreServedByAsManyWorkers() throws SQLException {
    Measurement measured = run(10_000, 10);

    assertThat(measured.counts().of(Counter.TRANSACTIONS) / 2.0)
        .isCloseTo(4_826, withinPercentage(5));
    assertThat(measured.latencies().waiting().getValueAtPercentile(99)).isLessThan(5 * MILLI);
  }

  /**
   * @param slower factor of all times
   */
  private static Measurement run(int terminals, int slower) throws SQLException {
    List<Pace> paces =
        PACES.stream()
            .map(
                pace ->
                    new Pace(slower * pace.keyingNanos(), slower * pace.meanThinkNanos(), false))
            .toList();
    LoadPlan plan =
        new Plan(16)
            .profile(new LoadProfile.AtTerminals(new Terminals(terminals, paces), 4711))
            .warmup(1000)
            .time(2000)
            .interval(1000)
            .kinds(List.of("new-order", "payment", "order-status", "delivery", "stock-level"))
            .build();
    return new LoadGenerator(
            plan,
            Clock.SYSTEM,
            new ScriptedServer(false),
            worker -> new TerminalSession(TerminalPaceIT::kind, (terminal, number, counts) -> {}),
            new StopSignal())
        .run(new Load.Observer() {});
  }

  /** Ten, ten, one, one and one of 23. */
  private static int kind(int terminal, int number) {
    int card = (terminal + 7 * number) % 23;
    return card < 20 ? card % 2 : card - 18;
  }

  private static Pace pace(int keying, int think) {
    return new Pace(10L * keying * MILLI, 10L * think * MILLI, false);
  }
}
