package io.github.bmt4j.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.ChiSquare;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The schema and the rows of {@code order_line1} and {@code customer1}. */
class TpccTablesTest {
  private static final int DISTRICT = 3000;
  private static final int WAREHOUSE = 30_000;

  @Test
  void linesHaveTheColumnsKeyAndIndexOfSysbenchTpcc() {
    Table table = tables(1000).get(1);
    assertThat(table.createSql())
        .isEqualTo(
            "CREATE TABLE order_line1 (ol_o_id INT NOT NULL, ol_d_id TINYINT NOT NULL, ol_w_id"
                + " SMALLINT NOT NULL, ol_number TINYINT NOT NULL, ol_i_id INT, ol_supply_w_id"
                + " SMALLINT, ol_delivery_d DATETIME, ol_quantity TINYINT, ol_amount DECIMAL(6,2),"
                + " ol_dist_info CHAR(24), PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number))"
                + " /*! ENGINE = innodb */");
    assertThat(table.indexSql())
        .containsExactly(
            "CREATE INDEX fkey_order_line_21 ON order_line1 (ol_supply_w_id, ol_i_id)");
    assertThat(table.sizeOption()).isEqualTo("table-size");
    assertThat(table.numbers()).isEqualTo(1000);
  }

  @Test
  void customersHaveTheColumnsKeyAndIndexOfSysbenchTpcc() {
    Table table = tables(1000).get(2);
    assertThat(table.createSql())
        .isEqualTo(
            "CREATE TABLE customer1 (c_id INT NOT NULL, c_d_id TINYINT NOT NULL, c_w_id SMALLINT"
                + " NOT NULL, c_first VARCHAR(16), c_middle CHAR(2), c_last VARCHAR(16), c_street_1"
                + " VARCHAR(20), c_street_2 VARCHAR(20), c_city VARCHAR(20), c_state CHAR(2), c_zip"
                + " CHAR(9), c_phone CHAR(16), c_since DATETIME, c_credit CHAR(2), c_credit_lim"
                + " BIGINT, c_discount DECIMAL(4,2), c_balance DECIMAL(12,2), c_ytd_payment"
                + " DECIMAL(12,2), c_payment_cnt SMALLINT, c_delivery_cnt SMALLINT, c_data TEXT,"
                + " PRIMARY KEY (c_w_id, c_d_id, c_id)) /*! ENGINE = innodb */");
    assertThat(table.indexSql())
        .containsExactly(
            "CREATE INDEX idx_customer1 ON customer1 (c_w_id, c_d_id, c_last, c_first)");
  }

  @Test
  void customersFillEveryDistrictThatHasAnOrder() {
    assertThat(tables(1000).get(2).rows()).isEqualTo(DISTRICT);
    assertThat(tables(DISTRICT).get(2).rows()).isEqualTo(DISTRICT);
    assertThat(tables(DISTRICT + 1).get(2).rows()).isEqualTo(2 * DISTRICT);
    assertThat(tables(100_000).get(2).rows()).isEqualTo(34 * DISTRICT);
  }

  @Test
  void linesAreAsManyAsTheirOrdersSay() {
    long lines = 0;
    for (int order = 1; order <= WAREHOUSE + 100; order++) {
      List<String[]> rows = rows(1, order);
      String[] ordered = rows(0, order).get(0);
      assertThat(rows).hasSize(Integer.parseInt(ordered[6]));
      for (int i = 0; i < rows.size(); i++) {
        assertThat(List.of(rows.get(i)).subList(0, 4))
            .containsExactly(ordered[0], ordered[1], ordered[2], Integer.toString(i + 1));
        assertThat(rows.get(i)[5]).isEqualTo(ordered[2]);
      }
      lines += rows.size();
      if (order == 1000 || order == WAREHOUSE + 100) {
        assertThat(tables(order).get(1).rows()).isEqualTo(lines);
      }
    }
  }

  @Test
  void linesOfDeliveredOrdersCostNothingAndHaveTheTimeOfEntry() {
    Pattern amount = Pattern.compile("\\d{1,4}\\.\\d\\d");
    for (int order = 1; order <= 2 * DISTRICT; order++) {
      String[] ordered = rows(0, order).get(0);
      boolean delivered = Integer.parseInt(ordered[0]) <= 2100;
      for (String[] line : rows(1, order)) {
        assertThat(line[6]).isEqualTo(delivered ? ordered[4] : "NULL");
        assertThat(line[7]).isEqualTo("5");
        assertThat(line[8]).matches(amount);
        assertThat(line[8].equals("0.00")).isEqualTo(delivered);
        assertThat(line[9]).hasSize(24).matches("([a-z])\\1*");
      }
    }
  }

  @Test
  void itemsAndAmountsAreEven() {
    long[] items = new long[100];
    long[] amounts = new long[100];
    for (int order = 1; order <= WAREHOUSE; order++) {
      for (String[] line : rows(1, order)) {
        int item = Integer.parseInt(line[4]);
        assertThat(item).isBetween(1, 100_000);
        items[(item - 1) / 1000]++;
        if (!line[8].equals("0.00")) {
          amounts[Integer.parseInt(line[8].substring(0, line[8].indexOf('.'))) / 100]++;
        }
      }
    }
    assertEven(items);
    assertEven(amounts);
  }

  @Test
  void customersAreOfTheKindsOfSysbenchTpcc() {
    Set<String> firstThousand = new HashSet<>();
    long bad = 0;
    int last = 2 * DISTRICT;
    for (int number = 1; number <= last; number++) {
      String[] row = rows(2, number).get(0);
      assertThat(row).hasSize(21);
      assertThat(row[0]).isEqualTo(Integer.toString((number - 1) % DISTRICT + 1));
      assertThat(row[1]).isEqualTo(number <= DISTRICT ? "1" : "2");
      assertThat(row[2]).isEqualTo("1");
      assertThat(row[3]).matches("first-[a-z]{2,10}");
      assertThat(row[4]).isEqualTo("OE");
      assertThat(row[6]).matches("street1-[a-z]{10}");
      assertThat(row[7]).matches("street2-[a-z]{10}");
      assertThat(row[8]).matches("city-[a-z]{10}");
      assertThat(row[9]).matches("[a-z]{2}");
      assertThat(row[10]).matches("zip-\\d{5}");
      assertThat(row[11]).matches("\\d{16}");
      assertThat(row[12]).matches("2016-01-[0-2]\\d [0-2]\\d:[0-5]\\d:[0-5]\\d");
      assertThat(row[13]).isIn("GC", "BC");
      assertThat(row[15]).matches("0\\.([0-4]\\d|50)");
      assertThat(List.of(row).subList(16, 20)).containsExactly("-10", "10", "1", "0");
      assertThat(row[20]).matches("([a-z])\\1{299,499}");
      bad += row[13].equals("BC") ? 1 : 0;
      if (number <= 1000) {
        firstThousand.add(row[5]);
      } else {
        assertThat(number > DISTRICT || firstThousand.contains(row[5])).isTrue();
      }
    }
    assertThat(firstThousand).hasSize(1000);
    assertThat(rows(2, 1).get(0)[5]).isEqualTo("BARBARBAR");
    assertThat(rows(2, 372).get(0)[5]).isEqualTo("PRICALLYOUGHT");
    assertThat((double) bad / last).isBetween(0.08, 0.12);
  }

  private static void assertEven(long[] counts) {
    double[] even = new double[counts.length];
    Arrays.fill(even, 1.0 / counts.length);
    assertThat(ChiSquare.ofSample(counts, even)).isLessThan(ChiSquare.ONE_IN_TEN_THOUSAND);
  }

  private static final List<Table.RowWriter> WRITERS =
      tables(1000).stream().map(table -> table.loading().rowWriters().get()).toList();

  /** The rows that a table has for a number, by columns, without quotes. */
  private static List<String[]> rows(int table, long number) {
    StringBuilder sql = new StringBuilder();
    WRITERS.get(table).append(sql, number);
    return Arrays.stream(sql.substring(1, sql.length() - 1).split("\\),\\(", -1))
        .map(row -> row.replace("'", "").split(",", -1))
        .toList();
  }

  private static List<Table> tables(long orders) {
    Workload workload = Catalogue.byName("statistics");
    return workload.tables(
        Params.resolve(workload.info(), Map.of("table-size", Long.toString(orders))), 1);
  }
}
