package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The schema and the rows of {@code orders1}. */
class OrdersTableTest {
  private static final int DISTRICT = 3000;
  private static final int WAREHOUSE = 30_000;

  @Test
  void hasTheColumnsKeyAndIndexOfSysbenchTpcc() {
    Table table = table(1000);
    assertThat(table.createSql())
        .isEqualTo(
            "CREATE TABLE orders1 (o_id INT NOT NULL, o_d_id TINYINT NOT NULL, o_w_id SMALLINT NOT"
                + " NULL, o_c_id INT, o_entry_d DATETIME, o_carrier_id TINYINT, o_ol_cnt TINYINT,"
                + " o_all_local TINYINT, PRIMARY KEY (o_w_id, o_d_id, o_id)) /*! ENGINE = innodb */");
    assertThat(table.indexSql())
        .containsExactly("CREATE INDEX idx_orders1 ON orders1 (o_w_id, o_d_id, o_c_id, o_id)");
    assertThat(table.loading().insertSql())
        .isEqualTo(
            "INSERT INTO orders1 (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt,"
                + " o_all_local) VALUES");
    assertThat(table.rows()).isEqualTo(1000);
    assertThat(table.sizeOption()).isEqualTo("table-size");
  }

  /** The rows that a program in another language gave. */
  @Test
  void rowsAreTheSameForever() {
    assertThat(row(1)).isEqualTo("(1,1,1,2129,'2016-01-11 18:01:14',10,6,1)");
    assertThat(row(2101)).isEqualTo("(2101,1,1,1355,'2016-01-27 11:06:52',NULL,10,1)");
    assertThat(row(1_000_000)).isEqualTo("(1000,4,34,2326,'2016-01-02 12:54:33',10,11,1)");
    assertThat(row(983_010_000)).isEqualTo("(3000,10,32767,1902,'2016-01-07 14:32:18',NULL,10,1)");
  }

  @Test
  void rowsDoNotDependOnHowManyThereAre() {
    StringBuilder few = new StringBuilder();
    StringBuilder many = new StringBuilder();
    table(1000).loading().rowWriters().get().append(few, 1000);
    table(29_000_000).loading().rowWriters().get().append(many, 1000);
    assertThat(few.toString()).isEqualTo(many.toString());
  }

  @Test
  void rowNumbersGoAlongThePrimaryKey() {
    assertThat(key(1)).isEqualTo("w1 d1 o1");
    assertThat(key(DISTRICT)).isEqualTo("w1 d1 o3000");
    assertThat(key(DISTRICT + 1)).isEqualTo("w1 d2 o1");
    assertThat(key(WAREHOUSE)).isEqualTo("w1 d10 o3000");
    assertThat(key(WAREHOUSE + 1)).isEqualTo("w2 d1 o1");
    assertThat(key(983_010_000)).isEqualTo("w32767 d10 o3000");
  }

  @Test
  void aDistrictHasEachCustomerOnceAndNineHundredUndeliveredOrders() {
    for (int district : new int[] {0, 1, 10}) {
      Set<String> customers = new HashSet<>();
      List<Integer> undelivered = new ArrayList<>();
      for (int order = 1; order <= DISTRICT; order++) {
        List<String> values = values(district * DISTRICT + order);
        customers.add(values.get(3));
        if (values.get(5).equals("NULL")) {
          undelivered.add(order);
        }
      }
      assertThat(customers).hasSize(DISTRICT).contains("1", "3000");
      assertThat(undelivered).hasSize(900).startsWith(2101).endsWith(DISTRICT);
    }
  }

  @Test
  void carriersLinesAndEntriesAreEven() {
    long[] carriers = new long[10];
    long[] lines = new long[11];
    long[] days = new long[28];
    long[] hours = new long[24];
    long[] minutes = new long[60];
    long[] seconds = new long[60];
    for (int number = 1; number <= 2 * WAREHOUSE; number++) {
      List<String> values = values(number);
      if (!values.get(5).equals("NULL")) {
        carriers[Integer.parseInt(values.get(5)) - 1]++;
      }
      lines[Integer.parseInt(values.get(6)) - 5]++;
      String entry = values.get(4);
      assertThat(entry).startsWith("2016-01-").hasSize("2016-01-01 00:00:00".length());
      days[Integer.parseInt(entry.substring(8, 10)) - 1]++;
      hours[Integer.parseInt(entry.substring(11, 13))]++;
      minutes[Integer.parseInt(entry.substring(14, 16))]++;
      seconds[Integer.parseInt(entry.substring(17))]++;
      assertThat(values.get(7)).isEqualTo("1");
    }
    for (long[] counts : List.of(carriers, lines, days, hours, minutes, seconds)) {
      double[] even = new double[counts.length];
      Arrays.fill(even, 1.0 / counts.length);
      assertThat(ChiSquare.ofSample(counts, even)).isLessThan(ChiSquare.ONE_IN_TEN_THOUSAND);
    }
  }

  @Test
  void takesAThousandRowsToAsManyAsWarehousesCanBeNumbered() {
    WorkloadInfo info = workload().info();
    assertThat(Params.resolve(info, Map.of()).number("table-size")).isEqualTo(1_000_000);
    assertThat(Params.resolve(info, Map.of("table-size", "983010000")).number("table-size"))
        .isEqualTo(983_010_000);
    for (String rows : List.of("999", "983010001", "1e6")) {
      assertThatThrownBy(() -> Params.resolve(info, Map.of("table-size", rows)))
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith("--table-size=" + rows + ": give a ");
    }
  }

  private static String key(long number) {
    List<String> values = values(number);
    return "w" + values.get(2) + " d" + values.get(1) + " o" + values.get(0);
  }

  private static List<String> values(long number) {
    String row = row(number);
    return List.of(row.substring(1, row.length() - 1).replace("'", "").split(",", -1));
  }

  private static final Table.RowWriter WRITER = table(1000).loading().rowWriters().get();

  private static String row(long number) {
    StringBuilder sql = new StringBuilder();
    WRITER.append(sql, number);
    return sql.toString();
  }

  private static Table table(long rows) {
    Workload workload = workload();
    return workload
        .tables(Params.resolve(workload.info(), Map.of("table-size", Long.toString(rows))), 1)
        .get(0);
  }

  private static Workload workload() {
    return Catalogue.byName("local_storage");
  }
}
