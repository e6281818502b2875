package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.TpccServer.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What TPC-C's transactions send, as the server's own log has it. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
@Tag("extended")
class TpccLogIT {
  private static final int MIXED = 200;
  private static final int ORDERS = 1050;
  private static final int TERMINALS = 10;
  private static final int FEWEST_ITEMS = 10_000;

  private static TpccServer server;

  @BeforeAll
  static void start() throws Exception {
    server = TpccServer.shared(ItServers.embedded());
  }

  /** The order of statements, and their texts, of sysbench-tpcc; N is a number, and S a string. */
  @Test
  void modeSysbenchSendsTheTextsOfSysbenchTpcc() throws SQLException {
    Params params = params("--mode=sysbench");
    TpccInputs inputs = new TpccInputs(TpccOptions.of(params), TpccServer.SEED);
    List<List<String>> sent = logOf(params, MIXED, number -> new long[] {0, number});
    assertThat(sent).hasSize(MIXED);
    Set<TpccKind> kinds = EnumSet.noneOf(TpccKind.class);
    Set<String> variants = new HashSet<>();
    for (int number = 0; number < MIXED; number++) {
      inputs.next(0, number);
      List<String> shapes = sent.get(number).stream().map(TpccLog::shape).toList();
      boolean bad = shapes.stream().anyMatch(sql -> sql.startsWith("SELECT c_data"));
      assertThat(shapes).hasSize(statements(inputs) + (bad ? 1 : 0));
      assertThat(shapes)
          .as(inputs.kind.word())
          .isEqualTo(SysbenchTpccTexts.of(inputs, bad).stream().map(TpccLog::shape).toList());
      kinds.add(inputs.kind);
      variants.add(
          switch (inputs.kind) {
            case NEW_ORDER -> "order, rolled back " + inputs.rolledBack;
            case PAYMENT -> "payment, by name " + inputs.byName() + ", bad credit " + bad;
            case ORDER_STATUS -> "status, by name " + inputs.byName();
            default -> "";
          });
    }
    assertThat(kinds).isEqualTo(EnumSet.complementOf(EnumSet.of(TpccKind.PURGE)));
    assertThat(variants).hasSize(2 + 4 + 2 + 1);
  }

  /** Ten customers of a hundred have bad credit. */
  @Test
  void modeSysbenchSendsAsManyStatementsAsSysbenchTpcc() {
    TpccInputs inputs = new TpccInputs(TpccOptions.of(params("--mode=sysbench")), TpccServer.SEED);
    int many = 500_000;
    double sum = 0;
    for (int number = 0; number < many; number++) {
      inputs.next(1, number);
      sum += statements(inputs) + (inputs.kind == TpccKind.PAYMENT ? 0.1 : 0);
    }
    assertThat(sum / many).isCloseTo(28.5, within(0.3));
  }

  /** Without that of a payment which reads the data of a customer of bad credit. */
  private static int statements(TpccInputs in) {
    return switch (in.kind) {
      case NEW_ORDER -> in.rolledBack ? 4 * in.lines : 7 + 4 * in.lines;
      case PAYMENT -> in.byName() ? 11 : 9;
      case ORDER_STATUS -> in.byName() ? 6 : 5;
      case DELIVERY -> 72;
      case STOCK_LEVEL -> 4;
      case PURGE -> throw new AssertionError("there is none");
    };
  }

  /**
   * The hottest 1 % of items and customers are those that NURand makes hot with the one constant
   * that explains the log best; the keys that a short log has most often would be too hot.
   */
  @Test
  void modeSpecIsAsUnevenAsTheSpecificationHasIt() throws SQLException {
    Params params = params("--weights=1,0,0,0,0", "--calls=batched");
    List<List<String>> sent = logOf(params, ORDERS, i -> new long[] {i % TERMINALS, i / TERMINALS});
    int[] items = keys(sent, "SELECT i_id, i_price.* WHERE i_id IN \\((.*)\\)");
    int[] customers = keys(sent, "SELECT c_discount.* AND c_id = (\\d+)");
    assertThat(items).hasSizeGreaterThan(FEWEST_ITEMS);
    assertThat(customers).hasSize(ORDERS);

    NurandSkew ofItems = NurandSkew.of(8191, 100_000);
    double hotItems = ofItems.shareOfHottest(items, 1000);
    assertThat(hotItems).isBetween(0.29, 0.33);
    assertThat(hotItems).isCloseTo(ofItems.expected(1000), within(error(hotItems, items)));
    NurandSkew ofCustomers = NurandSkew.of(1023, 3000);
    double hotCustomers = ofCustomers.shareOfHottest(customers, 30);
    assertThat(hotCustomers).isBetween(0.18, 0.27);
    assertThat(hotCustomers)
        .isCloseTo(ofCustomers.expected(30), within(error(hotCustomers, customers)));
  }

  /** 3.29 standard errors of a share: it is further off once in a thousand times. */
  private static double error(double share, int[] draws) {
    return 3.29 * Math.sqrt(share * (1 - share) / draws.length);
  }

  private static int[] keys(List<List<String>> transactions, String statement) {
    Pattern pattern = Pattern.compile(statement);
    return transactions.stream()
        .flatMap(List::stream)
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .flatMap(matcher -> Arrays.stream(matcher.group(1).split(",", -1)))
        .mapToInt(Integer::parseInt)
        .filter(key -> key != TpccInputs.UNUSED_ITEM)
        .toArray();
  }

  /**
   * Logs transactions.
   *
   * @param place terminal and number of each
   */
  private static List<List<String>> logOf(Params params, int count, IntFunction<long[]> place)
      throws SQLException {
    server.forgetState();
    TpccWorkload tpcc = new TpccWorkload();
    try (Connection admin = server.connect(params);
        Connection connection = server.connect(params, tpcc.psMode(params))) {
      Session session = TpccServer.session(params);
      session.attach(connection);
      StatementCounts counts = new StatementCounts();
      List<List<String>> sent =
          TpccLog.of(
              admin,
              connection,
              () -> {
                for (int i = 0; i < count; i++) {
                  long[] at = place.apply(i);
                  session.next((int) at[0], at[1]);
                  session.execute(counts);
                }
              });
      session.detach();
      return sent;
    }
  }
}
