package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.TpccServer.params;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A delivery that finds an order which was committed after it began. */
@Timeout(120)
class TpccLateOrderIT {
  private static final String PLACE = " WHERE d_w_id = 1 AND d_id = 2";

  @Tag("extended")
  @ParameterizedTest
  @ValueSource(strings = {"statements", "procedures"})
  void anOrderYoungerThanTheDeliveryIsDelivered(String calls) throws Exception {
    TpccServer server = TpccServer.shared(ItServers.embedded());
    server.forgetState();
    Params params = params("--weights=0,0,0,1,0", "--calls=" + calls);
    StatementCounts counts = new StatementCounts(TpccShares.values().length);
    Session session = TpccServer.session(params);
    try (Connection connection = server.connect(params);
        Statement statement = connection.createStatement();
        Connection other = server.connect(params)) {
      long order = Sql.number(connection, "SELECT d_next_o_id FROM district1" + PLACE);
      statement.execute(
          "CREATE TEMPORARY TABLE kept SELECT * FROM new_orders1 WHERE no_w_id = 1 AND no_d_id = 2");
      statement.execute("DELETE FROM new_orders1 WHERE no_w_id = 1 AND no_d_id = 2");
      try (Statement buyer = other.createStatement()) {
        buyer.execute("BEGIN");
        buyer.execute("UPDATE district1 SET d_next_o_id = d_next_o_id + 1" + PLACE);
        buyer.execute(
            "INSERT INTO orders1 (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)"
                + " VALUES (%d, 2, 1, 5, NOW(), 1, 1)".formatted(order));
        buyer.execute("INSERT INTO new_orders1 VALUES (%d, 2, 1)".formatted(order));
        buyer.execute(
            "INSERT INTO order_line1 (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id,"
                + " ol_supply_w_id, ol_quantity, ol_amount) VALUES (%d, 2, 1, 1, 7, 1, 1, 2.50)"
                    .formatted(order));
        Thread committer = new Thread(() -> commitWhenAwaited(server, buyer));
        committer.start();
        session.attach(connection);
        session.next(0, 0);
        session.execute(counts);
        committer.join();
      } finally {
        session.detach();
        statement.execute("INSERT INTO new_orders1 SELECT * FROM kept");
        statement.execute("DROP TEMPORARY TABLE kept");
      }
      assertThat(counts.shareTrials(TpccShares.SKIPPED.ordinal())).isOne();
      assertThat(counts.shareHits(TpccShares.SKIPPED.ordinal())).isZero();
      assertThat(
              Sql.number(
                  connection,
                  "SELECT COUNT(*) FROM orders1, order_line1 WHERE o_w_id = 1 AND o_d_id = 2 AND"
                      + " ol_w_id = 1 AND ol_d_id = 2 AND ol_o_id = o_id AND o_carrier_id > 0"
                      + " AND ol_delivery_d IS NOT NULL AND o_id = "
                      + order))
          .isOne();
    }
  }

  private static void commitWhenAwaited(TpccServer server, Statement buyer) {
    try {
      server.awaitWaiter(buyer);
      buyer.execute("COMMIT");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
