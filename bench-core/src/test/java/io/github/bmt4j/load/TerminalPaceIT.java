package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Terminals;
import io.github.bmt4j.workload.Terminals.Pace;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Terminals of TPC-C at a hundredth of its times, without a server: the client's own cost. */
@Tag("timing")
class TerminalPaceIT {
  private static final long MILLI = 1_000_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /** Time on a processor so far, by worker. */
  private final Map<String, Long> cpuNanos = new ConcurrentHashMap<>();

  /** Of the kinds in TPC-C 5.11, 5.2.5.7, by hundredths: keying 18 s, think time 12 s and so on. */
  private static final List<Pace> PACES =
      List.of(pace(18, 12), pace(3, 12), pace(2, 10), pace(2, 5), pace(2, 5));

  @Test
  void aThousandTerminalsOnSixteenWorkersAreServed() throws SQLException {
    served(1_000, 1);
  }

  @Test
  void tenThousandTerminalsAreServedByAsManyWorkers() throws SQLException {
    served(10_000, 10);
  }

  /**
   * All were served, and what they waited is in the times: by Little's law there are as many
   * terminals as transactions a second times the length of a cycle, in which the wait for a busy
   * machine counts too. A transaction costs little, however many terminals there are; time on a
   * processor does not depend on who else wants it.
   */
  private void served(int terminals, int slower) throws SQLException {
    Measurement measured = run(terminals, slower);

    double perSecond = measured.counts().of(Counter.TRANSACTIONS) / 2.0;
    double seconds = 0.2072 * slower + measured.latencies().response().getMean() / 1e9;
    assertThat(perSecond * seconds).isCloseTo(terminals, withinPercentage(5));
    assertThat(measured.latencies().waiting().getMean())
        .isCloseTo(measured.latencies().response().getMean(), withinPercentage(20));
    long transactions = measured.counts().plus(measured.warmup()).of(Counter.TRANSACTIONS);
    double micros = cpuNanos.values().stream().mapToLong(nanos -> nanos).sum() / 1e3 / transactions;
    assertThat(micros).as("CPU time of the workers for a transaction, in µs").isLessThan(150);
  }

  /**
   * @param slower factor of all times
   */
  private Measurement run(int terminals, int slower) throws SQLException {
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
            worker ->
                new TerminalSession(TerminalPaceIT::kind, (terminal, number, counts) -> spent()),
            new StopSignal())
        .run(new Load.Observer() {});
  }

  private void spent() {
    cpuNanos.put(Thread.currentThread().getName(), threads.getCurrentThreadCpuTime());
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
