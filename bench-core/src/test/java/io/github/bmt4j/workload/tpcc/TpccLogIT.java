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
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
    List<List<String>> sent = logOf(params, MIXED);
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

  private static List<List<String>> logOf(Params params, int count) throws SQLException {
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
                for (int number = 0; number < count; number++) {
                  session.next(0, number);
                  session.execute(counts);
                }
              });
      session.detach();
      return sent;
    }
  }
}
