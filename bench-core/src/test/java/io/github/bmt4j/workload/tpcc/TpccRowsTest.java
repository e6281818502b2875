package io.github.bmt4j.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.ChiSquare;
import io.github.bmt4j.workload.Table;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The rows of whole TPC-C databases, as the specification and as sysbench-tpcc have them. */
class TpccRowsTest {
  private static final int DISTRICT = 3000;
  private static final int WAREHOUSE = 30_000;
  private static final int ITEMS = 100_000;
  static final TpccLayout SPEC = layout(1, 2, false, 7);
  private static final TpccLayout SYSBENCH = layout(1, 2, true, 7);
  private static final String TEXT = "[0-9A-Za-z]";

  @Test
  void aRowIsAFunctionOfSeedSetAndNumber() {
    for (boolean sysbench : new boolean[] {false, true}) {
      Set<String> different = new HashSet<>();
      for (TpccLayout layout : List.of(layout(2, 1, sysbench, 7), layout(2, 1, sysbench, 8))) {
        for (Table table : TpccTables.of(layout)) {
          long number = table.numbers() / 2 + 1;
          Table.RowWriter writer = table.loading().rowWriters().get();
          StringBuilder forward = new StringBuilder();
          writer.append(forward, number - 1);
          writer.append(forward, number);
          StringBuilder backward = new StringBuilder();
          writer.append(backward, table.numbers());
          backward.setLength(0);
          writer.append(backward, number);
          assertThat(forward.toString()).endsWith(backward.toString());
          different.add(table.name().replaceAll("\\d$", "") + backward);
        }
      }
      // new_orders has nothing drawn.
      assertThat(different).hasSize(4 * 8 + 1);
    }
  }

  @Test
  void keysAreEachOnceAndInTheirOrder() {
    Map<String, int[]> keys =
        Map.of(
            "warehouse1", new int[] {0},
            "item1", new int[] {0},
            "district1", new int[] {1, 0},
            "stock1", new int[] {1, 0},
            "customer1", new int[] {2, 1, 0},
            "history1", new int[] {2, 1, 0},
            "orders1", new int[] {2, 1, 0},
            "new_orders1", new int[] {2, 1, 0});
    for (Table table : TpccTables.of(SPEC)) {
      int[] columns = keys.get(table.name());
      if (columns == null) {
        continue;
      }
      long last = 0;
      Table.RowWriter writer = table.loading().rowWriters().get();
      for (long number = 1; number <= table.rows(); number++) {
        List<String> row = row(writer, number);
        long key = 0;
        for (int column : columns) {
          key = key * 1_000_000 + Long.parseLong(row.get(column));
        }
        assertThat(key).isGreaterThan(last);
        last = key;
      }
    }
  }

  @Test
  void warehousesAndDistrictsStartWithWhatTheirCustomersHavePaid() {
    for (TpccLayout layout : List.of(SPEC, SYSBENCH)) {
      List<Table> tables = TpccTables.of(layout);
      BigDecimal paid = sum(tables, "history1", 6, WAREHOUSE);
      assertThat(paid).isEqualByComparingTo("300000");
      assertThat(sum(tables, "district1", 9, 10)).isEqualByComparingTo(paid);
      assertThat(sum(tables, "warehouse1", 8, 1)).isEqualByComparingTo(paid);
      assertThat(sum(tables, "customer1", 17, WAREHOUSE)).isEqualByComparingTo(paid);
      assertThat(sum(tables, "customer1", 16, WAREHOUSE)).isEqualByComparingTo(paid.negate());
      assertThat(row(tables, "district1", 12).get(10)).isEqualTo("3001");
    }
  }

  @Test
  void placesAreAsTheSpecificationSays() {
    for (int number = 1; number <= 20; number++) {
      List<String> row = row(TpccTables.of(SPEC), "district1", number);
      assertThat(row).hasSize(11);
      assertThat(row.get(2)).matches(TEXT + "{6,10}");
      assertThat(row.subList(3, 6)).allMatch(text -> text.matches(TEXT + "{10,20}"));
      assertThat(row.get(6)).matches(TEXT + "{2}");
      assertThat(row.get(7)).matches("\\d{4}11111");
      assertThat(row.get(8)).matches("0\\.(1\\d{3}|0\\d{3}|2000)");
    }
    List<String> sysbench = row(TpccTables.of(SYSBENCH), "warehouse1", 1);
    assertThat(String.join(" ", sysbench))
        .matches(
            "1 name-[a-z]{5} street1-[a-z]{10} street2-[a-z]{10} city-[a-z]{10} [a-z]{2} zip-\\d{5}"
                + " 0\\.([01]\\d|20) 300000.00");
  }

  @Test
  void customersAreAsTheSpecificationSays() {
    Map<String, Integer> names = new HashMap<>();
    int bad = 0;
    Table.RowWriter customers = writer(SPEC, "customer1");
    for (int number = 1; number <= WAREHOUSE; number++) {
      List<String> row = row(customers, number);
      assertThat(row).hasSize(21);
      assertThat(row.get(3)).matches(TEXT + "{8,16}");
      assertThat(row.get(4)).isEqualTo("OE");
      assertThat(row.get(10)).matches("\\d{4}11111");
      assertThat(row.get(11)).matches("\\d{16}");
      assertThat(row.get(15)).matches("0\\.([0-4]\\d{3}|5000)");
      assertThat(row.subList(16, 20)).containsExactly("-10.00", "10.00", "1", "0");
      assertThat(row.get(20)).matches(TEXT + "{300,500}");
      bad += row.get(13).equals("BC") ? 1 : 0;
      int index = (number - 1) % DISTRICT;
      if (index < Customer.NAMES) {
        assertThat(row.get(5)).isEqualTo(Customer.lastName(index));
      } else {
        names.merge(row.get(5), 1, Integer::sum);
      }
    }
    assertThat((double) bad / WAREHOUSE).isBetween(0.09, 0.11);
    assertNurand(names);
  }

  /** The shares of NURand(255, 0, 999), counted out. */
  private static void assertNurand(Map<String, Integer> names) {
    double[] shares = new double[Customer.NAMES];
    long[] counts = new long[Customer.NAMES];
    for (int bits = 0; bits < 256; bits++) {
      for (int name = 0; name < Customer.NAMES; name++) {
        shares[((bits | name) + Customer.C_LOAD) % Customer.NAMES] += 1.0 / 256 / Customer.NAMES;
      }
    }
    for (int name = 0; name < Customer.NAMES; name++) {
      counts[name] = names.getOrDefault(Customer.lastName(name), 0);
    }
    assertThat(ChiSquare.ofSample(counts, shares)).isLessThan(ChiSquare.ONE_IN_TEN_THOUSAND);
    int mostCommon = names.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    assertThat(mostCommon / 10.0).as("in a district").isBetween(45.0, 60.0);
  }

  @Test
  void aDistrictsOrdersHaveAPermutationOfTheirOwn() {
    Table.RowWriter orders = writer(SPEC, "orders1");
    List<List<String>> permutations = new ArrayList<>();
    for (int district = 0; district < 20; district++) {
      List<String> permutation = new ArrayList<>();
      for (int order = 1; order <= DISTRICT; order++) {
        List<String> row = row(orders, (long) district * DISTRICT + order);
        assertThat(row.get(5).equals("NULL")).isEqualTo(order > 2100);
        permutation.add(row.get(3));
      }
      assertThat(new HashSet<>(permutation)).hasSize(DISTRICT).contains("1", "3000");
      permutations.add(permutation);
    }
    assertThat(new HashSet<>(permutations)).hasSize(20);
    Table.RowWriter sysbench = writer(SYSBENCH, "orders1");
    assertThat(row(sysbench, 17).get(3)).isEqualTo(row(sysbench, DISTRICT + 17).get(3));
  }

  @Test
  void newOrdersAreThoseWithoutACarrier() {
    Table.RowWriter writer = writer(SPEC, "new_orders1");
    for (long number : new long[] {1, 900, 901, 9000, 9001, 18_000}) {
      long district = (number - 1) / 900;
      assertThat(row(writer, number))
          .containsExactly(
              Long.toString(2101 + (number - 1) % 900),
              Long.toString(district % 10 + 1),
              Long.toString(district / 10 + 1));
    }
  }

  @Test
  void linesHaveRandomTextsThatDiffer() {
    Table.RowWriter lines = writer(SPEC, "order_line1");
    Set<String> infos = new HashSet<>();
    int rows = 0;
    for (int order = 2001; order <= 2200; order++) {
      StringBuilder sql = new StringBuilder();
      lines.append(sql, order);
      for (String line : sql.substring(1, sql.length() - 1).split("\\),\\(", -1)) {
        List<String> values = List.of(line.replace("'", "").split(",", -1));
        assertThat(values.get(9)).matches(TEXT + "{24}");
        assertThat(values.get(6).equals("NULL")).isEqualTo(order > 2100);
        assertThat(values.get(8).equals("0.00")).isEqualTo(order <= 2100);
        infos.add(values.get(9));
        rows++;
      }
    }
    assertThat(infos).hasSize(rows);
  }

  @Test
  void itemsAndStockAreAsTheSpecificationSays() {
    Table.RowWriter items = writer(SPEC, "item1");
    Table.RowWriter stock = writer(SPEC, "stock1");
    long[] characters = new long[62];
    int originalItems = 0;
    int originalStock = 0;
    Predicate<String> data = text -> text.matches(TEXT + "{26,50}");
    for (int number = 1; number <= ITEMS; number++) {
      List<String> item = row(items, number);
      List<String> stocked = row(stock, number);
      assertThat(data.test(item.get(4)) && data.test(stocked.get(16))).isTrue();
      originalItems += item.get(4).contains("ORIGINAL") ? 1 : 0;
      originalStock += stocked.get(16).contains("ORIGINAL") ? 1 : 0;
      if (number % 100 == 0) {
        assertThat(Integer.parseInt(item.get(1))).isBetween(1, 10_000);
        assertThat(item.get(2)).matches(TEXT + "{14,24}");
        assertThat(new BigDecimal(item.get(3)))
            .isBetween(new BigDecimal("1.00"), new BigDecimal("100.00"));
        assertThat(Integer.parseInt(stocked.get(2))).isBetween(10, 100);
        assertThat(new HashSet<>(stocked.subList(3, 13)))
            .hasSize(10)
            .allMatch(text -> text.matches(TEXT + "{24}"));
        assertThat(stocked.subList(13, 16)).containsOnly("0");
        String.join("", stocked.subList(3, 13)).chars().forEach(c -> characters[place(c)]++);
      }
    }
    assertThat(originalItems / (double) ITEMS).isBetween(0.096, 0.104);
    assertThat(originalStock / (double) ITEMS).isBetween(0.096, 0.104);
    double[] even = new double[62];
    Arrays.fill(even, 1.0 / 62);
    assertThat(ChiSquare.ofSample(characters, even)).isLessThan(ChiSquare.ONE_IN_TEN_THOUSAND);
  }

  @Test
  void sysbenchsTextsAreOneLetterRepeated() {
    for (int number = 1; number <= 100; number++) {
      List<String> stocked = row(writer(SYSBENCH, "stock1"), number);
      assertThat(stocked.subList(3, 13)).allMatch(text -> text.matches("([a-z])\\1{23}"));
      assertThat(stocked.get(16)).matches("([a-z])\\1{25,49}");
      assertThat(row(writer(SYSBENCH, "history1"), number).get(7)).matches("([a-z])\\1{11,23}");
      List<String> item = row(writer(SYSBENCH, "item1"), number);
      assertThat(item.get(2)).startsWith("item-" + item.get(1) + "-" + item.get(3));
      assertThat(item.get(2).length()).isLessThanOrEqualTo(24);
      assertThat(item.get(4)).matches("data-" + item.get(2) + "-[a-z]{5}");
    }
  }

  private static int place(int character) {
    return character <= '9'
        ? character - '0'
        : character <= 'Z' ? 10 + character - 'A' : 36 + character - 'a';
  }

  private static BigDecimal sum(List<Table> tables, String table, int column, long rows) {
    Table.RowWriter writer = table(tables, table).loading().rowWriters().get();
    return LongStream.rangeClosed(1, rows)
        .mapToObj(number -> new BigDecimal(row(writer, number).get(column)))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Table.RowWriter writer(TpccLayout layout, String table) {
    return table(TpccTables.of(layout), table).loading().rowWriters().get();
  }

  static List<String> row(List<Table> tables, String table, long number) {
    return row(table(tables, table), number);
  }

  static List<String> row(Table table, long number) {
    return row(table.loading().rowWriters().get(), number);
  }

  /** A row by columns, without quotes; the first column of the next begins with a parenthesis. */
  private static List<String> row(Table.RowWriter writer, long number) {
    StringBuilder sql = new StringBuilder();
    writer.append(sql, number);
    return List.of(sql.substring(1, sql.length() - 1).replace("'", "").split(",", -1));
  }

  static Table table(List<Table> tables, String name) {
    return tables.stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow();
  }

  static TpccLayout layout(int sets, int warehouses, boolean sysbench, long seed) {
    return new TpccLayout(sets, warehouses, true, false, sysbench, "innodb", "", seed);
  }
}
