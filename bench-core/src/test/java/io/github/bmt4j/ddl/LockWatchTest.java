package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.ddl.LockWatch.LockLook;
import io.github.bmt4j.jdbc.Looks;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.statement.Answers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a process list without the session that asks says of waits: nothing. */
class LockWatchTest {
  private static final ServerProduct MYSQL = new ServerProduct(Flavor.MYSQL, 8, 4, 0);

  @Test
  void anEmptyPerformanceSchemaIsNoLookAndTheOtherListIsRead() throws Exception {
    assertThat(
            looks(
                MYSQL,
                sql ->
                    sql.contains("performance_schema")
                        ? List.of()
                        : List.of(List.of("0"), List.of("7"))))
        .isNotEmpty()
        .allSatisfy(look -> assertThat(look.waiting()).isEqualTo(Set.of(7L)));
  }

  @Test
  void aListOfOthersOnlyIsNoLook() throws Exception {
    assertThat(looks(MYSQL, sql -> List.of(List.of("7")))).isEmpty();
    assertThat(looks(ServerProduct.mariaDb(11, 4), sql -> List.of())).isEmpty();
  }

  @Test
  void aListWithoutAnybodyWhoWaitsIsALook() throws Exception {
    assertThat(looks(MYSQL, sql -> List.of(List.of("0"))))
        .isNotEmpty()
        .allSatisfy(look -> assertThat(look.waiting()).isEmpty());
  }

  /** The looks of a watch that has asked twice at least. */
  private static List<LockLook> looks(
      ServerProduct server, Function<String, List<List<String>>> lists)
      throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(2);
    LockWatch watch = new LockWatch(server);
    Looks<LockLook> looks =
        new Looks<>(
            "bmt-locks",
            () ->
                Answers.connection(
                    sql -> {
                      asked.countDown();
                      return lists.apply(sql);
                    },
                    () -> {}),
            to -> watch.look(to, Clock.SYSTEM),
            Duration.ofMillis(1),
            Integer.MAX_VALUE,
            Clock.SYSTEM);
    try (looks) {
      assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
    }
    return looks.all();
  }
}
