package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that is restarted when an ALTER is not to blame for it. */
@Timeout(120)
class AlterRestartIT {
  private static final String COLUMN =
      "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()"
          + " AND column_name = 'bmt_added'";

  @Test
  void beforeAnAlterOrAfterItSpoilsItsFigures() throws Exception {
    try (AlterBench bench = AlterBench.open(ItServers.embedded(), null)) {
      AlterOrder order =
          AlterBench.order(
              OltpJob.calm(1_000, 4), List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.DEFAULT));
      bench.justBefore = bench::restart;
      AlterResult before = bench.run(order);
      Alter leftOut = AlterBench.only(before);
      assertThat(leftOut.ending().outcome()).isEqualTo(OutcomeKind.LEFT_OUT);
      assertThat(leftOut.ending().message()).startsWith("its connection was lost before it began");
      assertThat(before.verdict().texts()).isNotEmpty();

      bench.justBefore = () -> {};
      CompletableFuture<AlterResult> running = bench.begin(withLoad(order));
      while (!Queries.one(bench.target(), COLUMN).equals("1")) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
      bench.restart();
      AlterResult after = AlterBench.end(running);
      assertThat(AlterBench.only(after).ending().outcome()).isEqualTo(OutcomeKind.DONE);
      assertThat(after.verdict().texts())
          .contains(
              "add-column/default: the server was restarted while the ALTER or its load was"
                  + " measured");
    }
  }

  private static AlterOrder withLoad(AlterOrder order) {
    return new AlterOrder(
        order.job(),
        null,
        Made.like(order.scenario())
            .set("concurrent", List.of(Concurrent.OLTP_READ_WRITE))
            .set("baselineSeconds", 0.1)
            .set("afterSeconds", 4)
            .record());
  }
}
