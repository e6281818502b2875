package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.TpccRowsTest.SPEC;
import static io.github.bmt4j.workload.tpcc.TpccRowsTest.layout;
import static io.github.bmt4j.workload.tpcc.TpccRowsTest.row;
import static io.github.bmt4j.workload.tpcc.TpccRowsTest.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tables of whole TPC-C databases: names, columns, indexes, foreign keys and sizes. */
class TpccSchemaTest {
  @Test
  void tablesComeAfterThoseThatTheyReferTo() {
    List<String> before = new ArrayList<>();
    int keys = 0;
    for (Table table : TpccTables.of(SPEC)) {
      for (String sql : table.membership().foreignKeySql()) {
        assertThat(sql).startsWith("ALTER TABLE " + table.name() + " ADD CONSTRAINT fkey_");
        assertThat(before).contains(sql.replaceFirst(".* REFERENCES (\\w+) .*", "$1"));
        keys++;
      }
      before.add(table.name());
    }
    assertThat(keys).isEqualTo(10);
    assertThat(before)
        .containsExactlyInAnyOrder(
            "warehouse1",
            "district1",
            "customer1",
            "history1",
            "orders1",
            "new_orders1",
            "order_line1",
            "stock1",
            "item1");
  }

  @Test
  void namesAreThoseOfSysbenchTpcc() {
    List<Table> tables = TpccTables.of(layout(2, 1, true, 0));
    assertThat(tables).hasSize(18);
    assertThat(tables.subList(9, 18).stream().flatMap(table -> table.indexSql().stream()))
        .containsExactlyInAnyOrder(
            "CREATE INDEX idx_customer2 ON customer2 (c_w_id, c_d_id, c_last, c_first)",
            "CREATE INDEX idx_orders2 ON orders2 (o_w_id, o_d_id, o_c_id, o_id)",
            "CREATE INDEX fkey_stock_22 ON stock2 (s_i_id)",
            "CREATE INDEX fkey_order_line_22 ON order_line2 (ol_supply_w_id, ol_i_id)",
            "CREATE INDEX fkey_history_12 ON history2 (h_c_w_id, h_c_d_id, h_c_id)",
            "CREATE INDEX fkey_history_22 ON history2 (h_w_id, h_d_id)");
    assertThat(table(tables, "orders2").membership().foreignKeySql())
        .containsExactly(
            "ALTER TABLE orders2 ADD CONSTRAINT fkey_orders_1_2 FOREIGN KEY (o_w_id, o_d_id,"
                + " o_c_id) REFERENCES customer2 (c_w_id, c_d_id, c_id)");
    assertThat(table(tables, "warehouse2").createSql())
        .isEqualTo(
            "CREATE TABLE warehouse2 (w_id SMALLINT NOT NULL, w_name VARCHAR(10), w_street_1"
                + " VARCHAR(20), w_street_2 VARCHAR(20), w_city VARCHAR(20), w_state CHAR(2), w_zip"
                + " CHAR(9), w_tax DECIMAL(4,2), w_ytd DECIMAL(12,2), PRIMARY KEY (w_id)) /*! ENGINE"
                + " = innodb */");
    assertThat(table(tables, "history1").hasKey()).isFalse();
    assertThat(table(tables, "stock1").hasKey()).isTrue();
  }

  @Test
  void theSpecificationHasWiderColumnsAndOptionsAreFollowed() {
    List<Table> tables =
        TpccTables.of(new TpccLayout(1, 1, false, true, false, "aria", "COLLATE latin1_bin", 0));
    assertThat(tables)
        .allSatisfy(table -> assertThat(table.membership().foreignKeySql()).isEmpty());
    assertThat(tables)
        .allSatisfy(
            table ->
                assertThat(table.createSql())
                    .endsWith(") /*! ENGINE = aria */ COLLATE latin1_bin"));
    assertThat(table(tables, "warehouse1").createSql()).contains("w_tax DECIMAL(4,4)");
    assertThat(table(tables, "district1").createSql()).contains("d_tax DECIMAL(4,4)");
    assertThat(table(tables, "customer1").createSql())
        .contains("c_discount DECIMAL(4,4)", "c_payment_cnt INT", "c_delivery_cnt INT");
    assertThat(table(tables, "stock1").createSql()).contains("s_order_cnt INT", "s_remote_cnt INT");
    assertThat(table(tables, "history1").createSql())
        .startsWith("CREATE TABLE history1 (id INT NOT NULL AUTO_INCREMENT, h_c_id INT")
        .contains("PRIMARY KEY (id)");
    assertThat(row(tables, "history1", 30_000)).hasSize(9).startsWith("30000", "3000", "10", "1");
  }

  @Test
  void thereAreAsManyRowsAsTheSpecificationAsksFor() {
    Map<String, Long> rows = new HashMap<>();
    TpccTables.of(SPEC).forEach(table -> rows.put(table.name(), table.rows()));
    assertThat(rows)
        .containsEntry("warehouse1", 2L)
        .containsEntry("district1", 20L)
        .containsEntry("item1", 100_000L)
        .containsEntry("stock1", 200_000L)
        .containsEntry("customer1", 60_000L)
        .containsEntry("history1", 60_000L)
        .containsEntry("orders1", 60_000L)
        .containsEntry("new_orders1", 18_000L);
    assertThat(rows.get("order_line1")).isBetween(594_000L, 606_000L);
  }

  /** Lines are drawn, so that another tool's load has others; orders are not. */
  @Test
  void anotherLoadMayHaveFewerLinesButNotFewerOrders() {
    List<Table> tables = TpccTables.of(SPEC);
    Table lines = table(tables, "order_line1");
    assertThat(lines.lacks(lines.rows() - 6_000)).isFalse();
    assertThat(lines.lacks(lines.rows() - 6_100)).isTrue();
    Table orders = table(tables, "orders1");
    assertThat(orders.lacks(60_000)).isFalse();
    assertThat(orders.lacks(59_999)).isTrue();
  }

  @Test
  void sysbenchsFirstSetOfNoSeedIsWhatStatisticsReads() {
    Workload statistics = Catalogue.byName("statistics");
    Params params = Params.resolve(statistics.info(), Map.of("table-size", "30000"));
    List<Table> tables = TpccTables.of(layout(1, 1, true, 0));
    for (Table read : statistics.tables(params, 1)) {
      Table made = table(tables, read.name());
      assertThat(made.createSql()).isEqualTo(read.createSql());
      assertThat(made.loading().insertSql()).isEqualTo(read.loading().insertSql());
      assertThat(made.indexSql()).isEqualTo(read.indexSql());
      assertThat(made.rows()).isEqualTo(read.rows());
      assertThat(row(made, 12_345)).isEqualTo(row(read, 12_345));
    }
  }
}
