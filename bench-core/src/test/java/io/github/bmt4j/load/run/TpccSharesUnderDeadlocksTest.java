package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.KindMeasurement;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.Plan;
import io.github.bmt4j.load.RetryPolicy;
import io.github.bmt4j.load.run.ShareFigures.Kept;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * TPC-C's own transactions, of which only new orders meet deadlocks, and long ones the most: the
 * worst for the mix of kinds, and for what orders are like, unless a retry repeats its inputs.
 */
@Timeout(120)
class TpccSharesUnderDeadlocksTest {
  private static final Workload TPCC = Catalogue.byName("tpcc");
  private static final Params PARAMS =
      Params.resolve(TPCC.info(), Map.of("scale", "2", "mode", "spec"));
  private static final List<Integer> DECK = List.of(10, 10, 1, 1, 1);
  private static final int CARDS = 23;
  private static final int WORKERS = 4;
  private static final int EACH = 30_000;
  private static final int LINES = 1;

  /** A new order has 47 statements on the average, and is 10 of 23 transactions. */
  private static final double DEADLOCKS_PER_STATEMENT = 0.0027;

  @Test
  void retriesKeepEachShare() throws SQLException {
    DeadlockingServer server = new DeadlockingServer(DEADLOCKS_PER_STATEMENT);

    Measurement whole = run(server, RetryPolicy.USUAL);

    long all = WORKERS * (long) EACH;
    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(all);
    assertThat(server.attempts.get()).isEqualTo(all + server.deadlocks.get());
    assertThat(server.deadlocks.get() / (double) server.attempts.get()).isBetween(0.045, 0.065);
    assertThat(whole.counts().of(Counter.RETRIES)).isEqualTo(server.deadlocks.get());
    assertThat(whole.parts().kinds().get(0).counts().of(Counter.RETRIES))
        .isEqualTo(server.deadlocks.get());
    assertThat(server.repeated.get()).isEqualTo(server.deadlocks.get());
    assertThat(server.changed.get()).isZero();
    for (int kind = 0; kind < DECK.size(); kind++) {
      KindMeasurement share = whole.parts().kinds().get(kind);
      long count = share.counts().of(Counter.TRANSACTIONS);
      double wanted = DECK.get(kind) / (double) CARDS;
      assertThat(tails(count, all, wanted)).as(share.kind()).isGreaterThan(0.001);
      assertThat((double) count)
          .as(share.kind())
          .isCloseTo(wanted * all, within(WORKERS * (double) DECK.get(kind)));
    }
    List<ShareFigures> shares =
        Objects.requireNonNull(ShareFigures.of(TPCC.shares(PARAMS), whole.parts().shareCounts()));
    assertThat(shares).hasSize(11);
    assertThat(shares)
        .allSatisfy(share -> assertThat(share.kept()).as(share.name()).isEqualTo(Kept.KEPT));
    assertThat(meanLines(whole)).isCloseTo(10, within(0.06));
  }

  /** So much is lost of both: the test above would see it. */
  @Test
  void withoutRetriesNewOrdersAreTooFewAndTooShort() throws SQLException {
    DeadlockingServer server = new DeadlockingServer(DEADLOCKS_PER_STATEMENT);

    Measurement whole = run(server, new RetryPolicy(Set.of(), false, 0));

    long all = whole.counts().of(Counter.TRANSACTIONS);
    long orders = whole.parts().kinds().get(0).counts().of(Counter.TRANSACTIONS);
    assertThat(all).isEqualTo(WORKERS * (long) EACH - server.deadlocks.get());
    assertThat(tails(orders, all, DECK.get(0) / (double) CARDS)).isLessThan(1e-9);
    assertThat(meanLines(whole)).isLessThan(9.94);
    assertThat(server.repeated.get()).isZero();
  }

  /** How probable it is, on either side, that so many come as far from what is wanted. */
  private static double tails(long count, long trials, double wanted) {
    BinomialDistribution binomial = BinomialDistribution.of((int) trials, wanted);
    double below = binomial.cumulativeProbability((int) count);
    double above = binomial.survivalProbability((int) count - 1);
    return 2 * Math.min(below, above);
  }

  private static double meanLines(Measurement whole) {
    ShareCount lines = whole.parts().shareCounts().get(LINES);
    return lines.hits() / (double) lines.trials();
  }

  private static Measurement run(DeadlockingServer server, RetryPolicy retry) throws SQLException {
    LoadPlan plan =
        new Plan(WORKERS)
            .interval(500)
            .retry(retry)
            .grace(60_000)
            .giveUp(60_000)
            .kinds(TPCC.kinds(PARAMS))
            .shares(TPCC.shares(PARAMS).size())
            .build();
    return new LoadGenerator(
            plan,
            Clock.SYSTEM,
            server,
            worker ->
                new Limited(TPCC.newSession(new SessionContext(PARAMS, worker, WORKERS, 17)), EACH),
            new StopSignal())
        .run(new Load.Observer() {});
  }

  /** A session with so many operations: however fast a worker is, it has as many as another. */
  private static final class Limited implements Session {
    private final Session session;
    private int left;

    Limited(Session session, int operations) {
      this.session = session;
      left = operations;
    }

    @Override
    public void attach(Connection connection) throws SQLException {
      session.attach(connection);
    }

    @Override
    public void next() {
      left--;
      session.next();
    }

    @Override
    public int kind() {
      return session.kind();
    }

    @Override
    public boolean exhausted() {
      return left == 0;
    }

    @Override
    public void execute(StatementCounts counts) throws SQLException {
      session.execute(counts);
    }

    @Override
    public void detach() throws SQLException {
      session.detach();
    }
  }
}
