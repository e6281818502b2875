package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.figures.Stuck;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalanceAdviceTest {
  private static final ApplicationSettings AS_SHIPPED =
      ApplicationSettings.of(ApplicationSettings.Profile.AS_SHIPPED, 10, null);
  private static final Stuck NONE = new Stuck(0, null, 0);

  private static List<String> advice(SpreadLog log) {
    return words(BalanceAdvice.of(log.until(120), NONE, AS_SHIPPED, "127.0.0.1:3"));
  }

  private static List<String> words(List<Advice> all) {
    return all.stream().map(one -> one.seen() + " | " + one.trying()).toList();
  }

  private static SpreadLog lost() {
    return new SpreadLog(200, "b", "c").lost("c", 10, 20).connect(10.1, "127.0.0.1:3", false);
  }

  @Test
  void aServerThatIsUsedSoonAfterItsReturnNeedsNoChange() {
    assertThat(advice(new SpreadLog(200, "b", "c"))).isEmpty();
    assertThat(advice(new SpreadLog(200, "b", "c").lost("c", 10))).isEmpty();
    assertThat(advice(lost().connect(21.9, "127.0.0.1:3", true))).isEmpty();
  }

  @Test
  void theDenyListAndConnectionsThatLiveLongAreSaid() {
    String shunned =
        "the driver avoided c for 50,100 ms after its return: its deny list holds"
            + " 60,000 ms | --denied-list-timeout=1s";
    String kept =
        "no connection was opened for 49,900 ms although c was back and off the deny list:"
            + " the pool keeps those that it has, and maxLifetime is 1,800 s |"
            + " --pool-property=maxLifetime=30s";
    SpreadLog log = lost().connect(30, "127.0.0.1:2", true);
    assertThat(advice(log)).containsExactly(shunned, kept);
    assertThat(advice(lost()))
        .as("without renewals the list kept nothing away")
        .containsExactly(kept);
    assertThat(advice(log.connect(71, "127.0.0.1:3", true))).containsExactly(shunned);
  }

  @Test
  void operationsThatHangAreSaid() {
    assertThat(
            words(
                BalanceAdvice.of(
                    new SpreadLog(200, "b", "c").until(60),
                    new Stuck(3, 20_000.0, 2),
                    AS_SHIPPED,
                    "")))
        .containsExactly(
            "2 operations still hung at the end, the oldest for 20.0 s: the driver waits without a"
                + " limit | --socket-timeout=3s");
  }
}
