package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.TpccServer.params;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a mix of transactions amounts to: in the tables, and in the server's own counters. */
@SuppressWarnings("NullAway.Init")
@Tag("extended")
class TpccCountsIT {
  private static final int TRANSACTIONS = 400;

  private static TpccServer server;

  @BeforeAll
  static void start() throws Exception {
    server = TpccServer.shared(ItServers.embedded());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--calls=statements",
        "--calls=procedures",
        "--calls=statements --trx-level=RC",
        "--mode=sysbench",
        "--mode=sysbench --enable-purge=on"
      })
  void tablesAndCountersSayHowManyThereWere(String words) throws SQLException {
    Params params = params(words.split(" ", -1));
    boolean procedures = words.contains("procedures");
    try (Connection connection = server.connect(params)) {
      Session session = TpccServer.session(params);
      session.attach(connection);
      TpccState before = server.takeState(connection);
      Map<String, Long> countersBefore = TpccServer.counted(connection);
      StatementCounts counts = new StatementCounts(TpccShares.values().length);
      Map<TpccKind, Integer> kinds = new HashMap<>();
      int rolledBack = 0;
      for (int i = 0; i < TRANSACTIONS; i++) {
        counts.begin();
        session.next();
        session.execute(counts);
        kinds.merge(TpccKind.values()[session.kind()], 1, Integer::sum);
        rolledBack += counts.rolledBack() ? 1 : 0;
      }
      Map<String, Long> counters = TpccServer.counted(connection);
      countersBefore.forEach((name, value) -> counters.merge(name, -value, Long::sum));
      session.detach();
      assertThat(rolledBack).isPositive();
      int orders = kinds.getOrDefault(TpccKind.NEW_ORDER, 0) - rolledBack;
      int purges = kinds.getOrDefault(TpccKind.PURGE, 0);
      TpccState after = TpccState.read(connection);
      checkTables(after.since(before), orders, kinds, purges > 0);
      server.keepState(after);
      assertThat(counters.get("Com_rollback")).isEqualTo(rolledBack);
      assertThat(counters.get("Com_begin")).isEqualTo(TRANSACTIONS + 9L * purges);
      assertThat(counters.get("Com_commit")).isEqualTo(TRANSACTIONS + 9L * purges - rolledBack);
      if (!procedures) {
        checkStatements(counts, counters);
      }
    }
  }

  private static void checkTables(
      Map<String, BigDecimal> changes, int orders, Map<TpccKind, Integer> kinds, boolean purged) {
    BigDecimal next = BigDecimal.ZERO;
    for (int district = 1; district <= 10; district++) {
      next = next.add(changes.getOrDefault("d_next_o_id 1/" + district, BigDecimal.ZERO));
    }
    assertThat(next).isEqualByComparingTo(BigDecimal.valueOf(orders));
    if (!purged) {
      assertThat(changes.get("orders")).isEqualByComparingTo(BigDecimal.valueOf(orders));
      assertThat(changes.get("payments")).isEqualByComparingTo("" + kinds.get(TpccKind.PAYMENT));
    }
    int deliveries = kinds.getOrDefault(TpccKind.DELIVERY, 0);
    assertThat(changes.get("c_delivery_cnt 1")).isEqualByComparingTo("" + 10 * deliveries);
  }

  private static void checkStatements(StatementCounts counts, Map<String, Long> counters) {
    long changes =
        counters.getOrDefault("Com_insert", 0L)
            + counters.getOrDefault("Com_update", 0L)
            + counters.getOrDefault("Com_delete", 0L);
    long controls =
        counters.getOrDefault("Com_begin", 0L)
            + counters.getOrDefault("Com_commit", 0L)
            + counters.getOrDefault("Com_rollback", 0L);
    assertThat(counts.reads()).isEqualTo(counters.getOrDefault("Com_select", 0L));
    assertThat(counts.writes() + counts.others()).isEqualTo(changes + controls);
    assertThat(counts.others()).isGreaterThanOrEqualTo(controls);
  }
}
