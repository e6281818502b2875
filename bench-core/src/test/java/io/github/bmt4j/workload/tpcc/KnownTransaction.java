package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.TpccServer.params;
import static io.github.bmt4j.workload.tpcc.TpccState.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

/** A transaction on loaded tables whose inputs a test knows, and what it is to change. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
abstract class KnownTransaction {
  static TpccServer server;

  final StatementCounts counts = new StatementCounts(TpccShares.values().length);
  final Map<String, BigDecimal> expected = new TreeMap<>();
  Connection connection;
  Session session;
  TpccInputs in;

  @BeforeAll
  static void start() throws Exception {
    server = TpccServer.shared(ItServers.embedded());
  }

  @AfterEach
  void close() throws SQLException {
    session.detach();
    connection.close();
  }

  void open(String weights, String calls) throws SQLException {
    Params params = params("--scale=2", "--weights=" + weights, "--calls=" + calls);
    connection = server.connect(params);
    session = TpccServer.session(params);
    session.attach(connection);
    in = new TpccInputs(TpccOptions.of(params), TpccServer.SEED);
  }

  /** Goes to the first transaction of terminal 0, which is in warehouse 1, that fits. */
  void find(Predicate<TpccInputs> fits) {
    long number = 0;
    in.next(0, number);
    while (!fits.test(in)) {
      in.next(0, ++number);
    }
    session.next(0, number);
  }

  /** The same for a payment; gives the customer. */
  int findPayer(String credit, boolean byName, boolean remote) throws SQLException {
    for (long number = 0; ; number++) {
      in.next(0, number);
      if (in.byName() != byName || (in.customerWarehouse != 1) != remote) {
        continue;
      }
      String place =
          "c_w_id = " + in.customerWarehouse + " AND c_d_id = " + in.customerDistrict + " AND ";
      List<String> found =
          rows(
              connection,
              "SELECT c_id, c_credit FROM customer1 WHERE "
                  + place
                  + (byName ? "c_last = '" + in.lastName + "'" : "c_id = " + in.customer)
                  + " ORDER BY c_first");
      String middle = found.get((found.size() + 1) / 2 - 1);
      if (middle.endsWith(credit)) {
        session.next(0, number);
        return Integer.parseInt(middle.substring(0, middle.indexOf(' ')));
      }
    }
  }

  void expect(String sum, long change) {
    TpccState.add(expected, sum, BigDecimal.valueOf(change));
  }

  /** Executes what was found, and compares changes and the number of statements. */
  void execute(int statements) throws SQLException {
    TpccState before = server.takeState(connection);
    counts.begin();
    session.execute(counts);
    TpccState after = TpccState.read(connection);
    assertThat(after.since(before)).isEqualTo(expected);
    server.keepState(after);
    assertThat(counts.reads() + counts.writes() + counts.others()).isEqualTo(statements);
  }

  int number(String query) throws SQLException {
    return (int) Sql.number(connection, query);
  }

  String text(String query) throws SQLException {
    return Sql.text(connection, query);
  }

  /** Executes what may change the tables. */
  void sql(String sql) throws SQLException {
    server.forgetState();
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
