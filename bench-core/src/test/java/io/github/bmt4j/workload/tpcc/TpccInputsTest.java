package io.github.bmt4j.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is drawn for transactions, against the clauses of TPC-C 5.11 and sysbench-tpcc's code. */
class TpccInputsTest {
  private static final int MANY = 200_000;

  @Test
  void aTransactionIsAFunctionOfSeedTerminalAndNumber() {
    TpccInputs upwards = inputs("--scale=3");
    List<String> first = new ArrayList<>();
    for (int number = 0; number < 100; number++) {
      upwards.next(7, number);
      first.add(text(upwards));
    }
    TpccInputs other = inputs("--scale=3");
    other.next(8, 3);
    for (int number = 99; number >= 0; number--) {
      other.next(7, number);
      assertThat(text(other)).isEqualTo(first.get(number));
    }
    assertThat(new HashSet<>(first)).hasSizeGreaterThan(90);
    other.next(8, 50);
    assertThat(text(other)).isNotEqualTo(first.get(50));
  }

  /** 2.4.1.1 and 2.8.1.1: ten terminals a warehouse, each with a district of its own. */
  @Test
  void terminalsHaveAHomeAndADistrictOfTheirOwn() {
    TpccInputs inputs = inputs("--scale=3", "--tables=2");
    Set<String> places = new HashSet<>();
    for (int terminal = 0; terminal < 60; terminal++) {
      Set<String> homes = new HashSet<>();
      for (int number = 0; number < 23; number++) {
        inputs.next(terminal, number);
        homes.add(inputs.set + " " + inputs.warehouse);
        if (inputs.kind == TpccKind.STOCK_LEVEL) {
          places.add(inputs.set + " " + inputs.warehouse + " " + inputs.district);
        }
      }
      assertThat(homes).hasSize(1);
    }
    assertThat(places).hasSize(60);
  }

  /** Whatever divisors the number of workers has in common with that of warehouses. */
  @ParameterizedTest
  @CsvSource({"1, 10", "3, 10", "16, 16", "32, 16"})
  void workersWithoutPacingUseAllWarehousesAlikeAndMeetThere(int workers, int warehouses) {
    int turns = 1600;
    TpccInputs inputs = inputs("--scale=" + warehouses);
    int[][] homes = new int[workers][turns];
    Set<String> drawn = new HashSet<>();
    for (int worker = 0; worker < workers; worker++) {
      int[] counts = new int[warehouses];
      for (int turn = 0; turn < turns; turn++) {
        inputs.nextAnywhere(worker, turn);
        homes[worker][turn] = inputs.warehouse;
        counts[inputs.warehouse - 1]++;
        drawn.add(text(inputs));
      }
      for (int count : counts) {
        assertOneOf(warehouses, count, turns);
      }
      for (int other = 0; other < worker; other++) {
        int meetings = 0;
        for (int turn = 0; turn < turns; turn++) {
          meetings += homes[worker][turn] == homes[other][turn] ? 1 : 0;
        }
        assertOneOf(warehouses, meetings, turns);
      }
    }
    assertThat(drawn).hasSizeGreaterThan(workers * turns * 9 / 10);
  }

  /** Whether hits are those of the given chance, within five standard deviations. */
  private static void assertOneOf(int many, int hits, int trials) {
    double mean = (double) trials / many;
    assertThat((double) hits).isCloseTo(mean, within(5 * Math.sqrt(mean)));
  }

  /** 5.2.4.2: each 23 transactions of a terminal are one deck. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {"10,10,1,1,1 23", "45,43,4,4,4 100", "0,0,0,0,3 3"})
  void eachDeckOfATerminalHasItsCards(String weights, int cards) {
    TpccInputs inputs = inputs("--weights=" + weights);
    int[] expected = Arrays.stream(weights.split(",", -1)).mapToInt(Integer::parseInt).toArray();
    Set<List<TpccKind>> decks = new HashSet<>();
    for (int terminal = 0; terminal < 5; terminal++) {
      for (int deck = 0; deck < 20; deck++) {
        List<TpccKind> kinds = new ArrayList<>();
        for (int card = 0; card < cards; card++) {
          inputs.next(terminal, (long) deck * cards + card);
          kinds.add(inputs.kind);
        }
        decks.add(kinds);
        for (TpccKind kind : List.of(TpccKind.values()).subList(0, expected.length)) {
          assertThat(kinds.stream().filter(kind::equals)).hasSize(expected[kind.ordinal()]);
        }
      }
    }
    assertThat(decks.size()).isEqualTo(cards == 3 ? 1 : 100);
  }

  @Test
  void itemsAndCustomersAreAsUnevenAsTheSpecificationHasThem() {
    TpccInputs inputs = inputs("--weights=1,0,0,0,0");
    assertThat(hottest(inputs, 1000, TpccInputsTest::items)).isBetween(0.29, 0.33);
    assertThat(hottest(inputs, 30, TpccInputsTest::customers)).isBetween(0.20, 0.25);
  }

  @Test
  void itemsAndCustomersAreEvenInModeSysbench() {
    TpccInputs inputs = inputs("--weights=1,0,0,0,0", "--mode=sysbench");
    assertThat(hottest(inputs, 1000, TpccInputsTest::items)).isBetween(0.01, 0.02);
    assertThat(hottest(inputs, 30, TpccInputsTest::customers)).isBetween(0.01, 0.02);
  }

  /** 2.1.6.1, and C-Load is 173. */
  @Test
  void constantOfLastNamesKeepsItsDistanceFromThatOfTheRows() {
    Set<Integer> seen = new HashSet<>();
    for (long seed = 1; seed <= 5000; seed++) {
      TpccOptions options = TpccOptions.of(TpccOptionsTest.params());
      int constant = new TpccInputs(options, seed).nameConstant();
      seen.add(constant);
      assertThat(new TpccInputs(options, seed).nameConstant()).isEqualTo(constant);
    }
    Set<Integer> allowed = new HashSet<>();
    for (int constant = 0; constant < 256; constant++) {
      if (constant >= 238
          || (constant >= 54 && constant <= 108 && constant != 61 && constant != 77)) {
        allowed.add(constant);
      }
    }
    assertThat(seen).isEqualTo(allowed);
  }

  @Test
  void sharesAreThoseOfTheSpecification() {
    TpccInputs orders = inputs("--scale=5", "--weights=1,0,0,0,0");
    assertThat(share(orders, in -> in.rolledBack)).isCloseTo(0.01, within(0.0012));
    assertThat(mean(orders, in -> in.lines)).isCloseTo(10, within(0.04));
    assertThat(mean(orders, TpccInputs::remoteLines) / 10).isCloseTo(0.01, within(0.0004));
    assertThat(share(orders, in -> !in.local)).isCloseTo(0.095, within(0.004));
    assertThat(share(orders, in -> in.local == (in.remoteLines() == 0))).isEqualTo(1);
    TpccInputs payments = inputs("--scale=5", "--weights=0,1,0,0,0");
    assertThat(share(payments, in -> in.customerWarehouse != in.warehouse))
        .isCloseTo(0.15, within(0.004));
    assertThat(share(payments, TpccInputs::byName)).isCloseTo(0.6, within(0.006));
    assertThat(mean(payments, in -> in.cents)).isCloseTo(250_050, within(2000.0));
    assertThat(share(payments, in -> in.cents % 100 == 0)).isCloseTo(0.01, within(0.0012));
    TpccInputs status = inputs("--scale=5", "--weights=0,0,1,0,0");
    assertThat(share(status, TpccInputs::byName)).isCloseTo(0.6, within(0.006));
    assertThat(share(status, in -> in.customerWarehouse == in.warehouse)).isEqualTo(1);
  }

  @Test
  void onlyTheLastLineOfARolledBackOrderHasNoItem() {
    TpccInputs inputs = inputs("--weights=1,0,0,0,0");
    assertThat(
            share(
                inputs,
                in ->
                    Arrays.stream(in.item, 0, in.lines - 1).allMatch(item -> item > 0)
                        && in.rolledBack == (in.item[in.lines - 1] == TpccInputs.UNUSED_ITEM)))
        .isEqualTo(1);
    assertThat(share(inputs, in -> Arrays.stream(in.item, 0, in.lines).max().orElse(0) <= 100_000))
        .isEqualTo(1);
  }

  @Test
  void nothingIsRemoteWithOneWarehouseButDistrictsOfCustomers() {
    TpccInputs orders = inputs("--weights=1,0,0,0,0");
    assertThat(mean(orders, TpccInputs::remoteLines)).isZero();
    TpccInputs payments = inputs("--weights=0,1,0,0,0");
    assertThat(share(payments, in -> in.customerWarehouse == 1)).isEqualTo(1);
    assertThat(share(payments, in -> in.customerDistrict != in.district))
        .isCloseTo(0.15 * 0.9, within(0.004));
  }

  /** Its mix and warehouses are drawn evenly, and what it means to be remote is not. */
  @Test
  void modeSysbenchHasItsDefects() {
    TpccInputs inputs = inputs("--scale=5", "--tables=2", "--mode=sysbench", "--enable-purge=on");
    Map<String, Integer> counts = new HashMap<>();
    for (int number = 0; number < MANY; number++) {
      inputs.next(0, number);
      counts.merge(inputs.kind.word(), 1, Integer::sum);
      counts.merge("warehouse " + inputs.set + inputs.warehouse, 1, Integer::sum);
      if (inputs.kind == TpccKind.NEW_ORDER) {
        boolean lastButOne = inputs.item[inputs.lines - 2] == TpccInputs.UNUSED_ITEM;
        boolean wrong =
            inputs.remoteLines() > 0
                || inputs.rolledBack != lastButOne
                || inputs.item[inputs.lines - 1] < 1;
        counts.merge("wrong", wrong ? 1 : 0, Integer::sum);
        counts.merge("not local", inputs.local ? 0 : 1, Integer::sum);
      }
      if (inputs.kind == TpccKind.PAYMENT) {
        boolean wrong = inputs.customerWarehouse != inputs.warehouse || inputs.cents % 100 != 0;
        counts.merge("wrong", wrong ? 1 : 0, Integer::sum);
      }
    }
    assertThat(counts.get("wrong")).isZero();
    assertThat(part(counts, "new-order")).isCloseTo(10 / 24.0, within(0.006));
    assertThat(part(counts, "payment")).isCloseTo(10 / 24.0, within(0.006));
    for (String kind : List.of("order-status", "delivery", "stock-level", "purge")) {
      assertThat(part(counts, kind)).isCloseTo(1 / 24.0, within(0.0025));
    }
    assertThat(counts.keySet().stream().filter(key -> key.startsWith("warehouse"))).hasSize(10);
    assertThat(part(counts, "warehouse 11")).isCloseTo(0.1, within(0.004));
    assertThat(part(counts, "not local") / part(counts, "new-order"))
        .isCloseTo(0.095, within(0.006));
  }

  private static double part(Map<String, Integer> counts, String name) {
    return counts.getOrDefault(name, 0) / (double) MANY;
  }

  private static TpccInputs inputs(String... options) {
    return new TpccInputs(TpccOptions.of(TpccOptionsTest.params(options)), 17);
  }

  private static double share(TpccInputs inputs, Predicate<TpccInputs> hit) {
    return mean(inputs, in -> hit.test(in) ? 1 : 0);
  }

  private static double mean(TpccInputs inputs, ToIntFunction<TpccInputs> value) {
    double sum = 0;
    for (int number = 0; number < MANY; number++) {
      inputs.next(2, number);
      sum += value.applyAsInt(inputs);
    }
    return sum / MANY;
  }

  /** What share of all draws the keys have that were drawn most often. */
  private static double hottest(TpccInputs inputs, int keys, Draws draws) {
    int[] counts = new int[100_001];
    long sum = 0;
    for (int number = 0; number < MANY; number++) {
      inputs.next(number % 10, number / 10);
      for (int key : draws.of(inputs)) {
        if (key > 0) {
          counts[key]++;
          sum++;
        }
      }
    }
    Arrays.sort(counts);
    long hot = Arrays.stream(counts, counts.length - keys, counts.length).sum();
    return hot / (double) sum;
  }

  private interface Draws {
    int[] of(TpccInputs inputs);
  }

  private static int[] items(TpccInputs inputs) {
    return Arrays.copyOf(inputs.item, inputs.lines);
  }

  private static int[] customers(TpccInputs inputs) {
    return new int[] {inputs.customer};
  }

  private static String text(TpccInputs in) {
    String place = in.kind + " " + in.set + " " + in.warehouse + " " + in.district;
    return switch (in.kind) {
      case NEW_ORDER ->
          place
              + in.customer
              + Arrays.toString(Arrays.copyOf(in.item, in.lines))
              + Arrays.toString(Arrays.copyOf(in.supplier, in.lines))
              + Arrays.toString(Arrays.copyOf(in.quantity, in.lines))
              + in.rolledBack;
      case PAYMENT, ORDER_STATUS ->
          place
              + " "
              + in.customer
              + in.lastName
              + in.customerWarehouse
              + " "
              + in.customerDistrict
              + (in.kind == TpccKind.PAYMENT ? " " + in.cents : "")
              + in.kind;
      case DELIVERY -> place + " " + in.carrier;
      case STOCK_LEVEL -> place + " " + in.threshold;
      case PURGE -> place;
    };
  }
}
