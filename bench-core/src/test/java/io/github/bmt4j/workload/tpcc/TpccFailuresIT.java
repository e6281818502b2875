package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.TpccServer.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.bmt4j.workload.Params;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What transactions of TPC-C do after a failure. */
@Tag("extended")
class TpccFailuresIT extends KnownTransaction {
  @Test
  void aRetryAfterADeadlockDoesTheSameOnce() throws Exception {
    open("0,1,0,0,0", "statements");
    findPayer("GC", false, false);
    BigDecimal amount = BigDecimal.valueOf(in.cents, 2);
    TpccState before = server.takeState(connection);
    try (Connection other = server.connect(params());
        Statement blocker = other.createStatement()) {
      // More rows of the other one, so that ours is the victim.
      blocker.execute("BEGIN");
      blocker.execute("UPDATE district1 SET d_ytd = d_ytd + 1 WHERE d_w_id = 1");
      blocker.execute(
          "UPDATE customer1 SET c_since = '2020-01-01' WHERE c_w_id = 2 AND c_d_id = 1");
      Thread breaker = new Thread(() -> lockWarehouse(blocker));
      breaker.start();
      SQLException deadlock =
          catchThrowableOfType(SQLException.class, () -> session.execute(counts));
      breaker.join();
      assertThat(deadlock.getErrorCode()).isEqualTo(1213);
    }
    sql("ROLLBACK");
    assertThat(counts.shareTrials(TpccShares.PAYMENTS.ordinal())).isZero();
    counts.begin();
    session.execute(counts);
    assertThat(counts.shareTrials(TpccShares.PAYMENTS.ordinal())).isOne();
    TpccState.add(expected, "w_ytd 1", amount);
    TpccState.add(expected, "d_ytd 1/" + in.district, amount);
    TpccState.add(expected, "c_balance 1", amount.negate());
    TpccState.add(expected, "c_ytd_payment 1", amount);
    TpccState.add(expected, "h_amount", amount);
    expect("c_payment_cnt 1", 1);
    expect("payments", 1);
    TpccState after = TpccState.read(connection);
    assertThat(after.since(before)).isEqualTo(expected);
    server.keepState(after);
  }

  @Test
  void aMissingRowIsAnErrorInWordsAndNotAnOrder() throws SQLException {
    Params params = params("--scale=3", "--weights=1,0,0,0,0");
    connection = server.connect(params);
    session = TpccServer.session(params);
    session.attach(connection);
    session.next(2, 0);
    assertThatThrownBy(() -> session.execute(counts))
        .hasMessageContaining("customer not found: the tables may be incomplete");
    sql("ROLLBACK");
  }

  private static void lockWarehouse(Statement blocker) {
    try {
      server.awaitWaiter(blocker);
      blocker.execute("UPDATE warehouse1 SET w_ytd = 0 WHERE w_id = 1");
      blocker.execute("ROLLBACK");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
