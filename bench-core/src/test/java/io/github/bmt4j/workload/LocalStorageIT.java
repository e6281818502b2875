package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.ServerCounters;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.SharedServers;
import io.github.bmt4j.tables.TablePreparer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** local_storage on real servers: its rows, its answers, its counts. */
class LocalStorageIT {
  private static final int SORTED = 50_000;
  private static final Map<TargetSpec, Server> OPEN = new HashMap<>();

  static Stream<Supplier<TargetSpec>> servers() {
    return Stream.of(ItServers::embedded, ItServers::anyMysql);
  }

  /** Two warehouses and a part of the third, whose last district is cut off. */
  @ParameterizedTest
  @MethodSource("servers")
  void answersAreThoseThatJavaComputes(Supplier<TargetSpec> server) throws Exception {
    int rows = 65_000;
    Server lab = empty(server);
    Connector connector = connector(lab);
    preparer(connector).prepare(tables(rows), 2);
    List<String> orders = orders(rows);
    try (Connection connection = connector.connect()) {
      ObservedConnection observed = new ObservedConnection(connection);
      Session session = session(rows);
      StatementCounts counts = new StatementCounts();
      session.attach(observed.connection());
      for (int i = 0; i < 3; i++) {
        session.next();
        session.execute(counts);
      }
      session.detach();
      assertThat(counts.reads()).isEqualTo(2);
      assertThat(counts.writes()).isEqualTo(1);
      assertThat(counts.others()).isEqualTo(1);
      assertThat(observed.resultSets()).containsOnly("StreamingResult").hasSize(2);
      List<List<String>> answers = List.copyOf(observed.rows().values());
      assertThat(answers).hasSize(3);
      assertSorted(answers.get(0), orders);
      assertGrouped(answers.get(1), orders);
      assertThat(equal(answers.get(2), orders)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void rowsAreTheSameHoweverTheyAreLoaded(Supplier<TargetSpec> server) throws Exception {
    int rows = 65_000;
    Server lab = empty(server);
    Connector connector = connector(lab);
    TablePreparer preparer = preparer(connector);
    List<Table> tables = tables(rows);
    preparer.prepare(tables, 1);
    String byOne = checksum(lab);
    preparer.drop(tables);
    preparer.prepare(tables, 4);
    assertThat(checksum(lab)).isEqualTo(byOne);
    Queries.execute(lab.target(), "DELETE FROM orders1 WHERE o_w_id > 2");
    assertThat(checksum(lab)).isNotEqualTo(byOne);
    resume(lab, tables.get(0), 2 * 30_000 + 1);
    assertThat(checksum(lab)).isEqualTo(byOne);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void countsWhatTheServerCounts(Supplier<TargetSpec> server) throws Exception {
    int rows = 1000;
    Server lab = empty(server);
    Connector connector = connector(lab);
    preparer(connector).prepare(tables(rows), 1);
    try (Connection connection = connector.connect()) {
      ServerCounters before = ServerCounters.read(connection);
      Session session = session(rows);
      StatementCounts counts = new StatementCounts();
      session.attach(connection);
      for (int i = 0; i < 7; i++) {
        session.next();
        session.execute(counts);
      }
      session.detach();
      ServerCounters growth = ServerCounters.read(connection).minus(before);
      assertThat(growth.of("Com_select")).isEqualTo(counts.reads()).isEqualTo(5);
      assertThat(growth.statements())
          .isEqualTo(counts.reads() + counts.writes() + counts.others())
          .isEqualTo(9);
      assertThat(Queries.one(lab.target(), "SHOW TABLES")).isEqualTo("orders1");
    }
  }

  @Test
  void aTableOfAnotherSizeIsRefusedUntouched() throws Exception {
    Server lab = empty(ItServers::embedded);
    TablePreparer preparer = preparer(connector(lab));
    preparer.prepare(tables(2000), 1);
    String before = checksum(lab);
    assertThatThrownBy(() -> preparer.prepare(tables(1000), 1))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "orders1 has 2,000 rows, but --table-size would give 1,000, and all are read: give"
                + " --table-size=2000, or run bmt cleanup");
    assertThatThrownBy(() -> preparer.prepare(tables(3_000_000), 1))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("--table-size would give 3,000,000");
    assertThat(preparer.prepare(tables(2000), 1).warnings()).isEmpty();
    assertThat(checksum(lab)).isEqualTo(before);
  }

  /** Which of the rows with the last o_d_id are among the first 50,000 is the server's choice. */
  private static void assertSorted(List<String> answer, List<String> orders) {
    List<Integer> wanted =
        orders.stream()
            .map(LocalStorageIT::district)
            .sorted(Comparator.reverseOrder())
            .limit(SORTED)
            .toList();
    assertThat(answer).hasSize(SORTED);
    assertThat(answer.stream().map(LocalStorageIT::district).toList().equals(wanted)).isTrue();
    assertThat(answer.stream().distinct()).hasSize(SORTED);
    assertThat(Set.copyOf(orders).containsAll(answer)).isTrue();
  }

  private static void assertGrouped(List<String> answer, List<String> orders) {
    Map<String, Long> wanted =
        orders.stream()
            .map(order -> order.split(",", -1))
            .map(columns -> columns[5] + "," + columns[1] + "," + columns[2])
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(answer)
        .containsExactlyInAnyOrderElementsOf(
            wanted.entrySet().stream()
                .map(group -> group.getKey() + "," + group.getValue())
                .toList());
    assertThat(
            answer.stream().map(group -> Long.valueOf(group.substring(group.lastIndexOf(',') + 1))))
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  private static boolean equal(List<String> rows, List<String> others) {
    return rows.stream().sorted().toList().equals(others.stream().sorted().toList());
  }

  private static int district(String order) {
    return Integer.parseInt(order.split(",", -1)[1]);
  }

  /** All rows as their numbers give them, without quotes. */
  private static List<String> orders(int rows) {
    Table.RowWriter writer = tables(rows).get(0).loading().rowWriters().get();
    StringBuilder row = new StringBuilder();
    List<String> orders = new ArrayList<>(rows);
    for (int number = 1; number <= rows; number++) {
      row.setLength(0);
      writer.append(row, number);
      orders.add(row.substring(1, row.length() - 1).replace("'", ""));
    }
    return orders;
  }

  /** Loads the rows from a number on, in small packets. */
  private static void resume(Server lab, Table table, long from) throws SQLException {
    Table.RowWriter writer = table.loading().rowWriters().get();
    try (Connection connection = connector(lab).connect();
        Statement statement = connection.createStatement()) {
      long number = from;
      while (number <= table.rows()) {
        StringBuilder sql = new StringBuilder(table.loading().insertSql());
        for (int i = 0; i < 7000 && number <= table.rows(); i++) {
          writer.append(sql.append(i == 0 ? "" : ","), number++);
        }
        statement.execute(sql.toString());
      }
    }
  }

  private static String checksum(Server lab) throws SQLException {
    try (Connection connection = connector(lab).connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("CHECKSUM TABLE orders1")) {
      rows.next();
      return rows.getString(2);
    }
  }

  /** The one that all tests share, without the table of the one before. */
  private static Server empty(Supplier<TargetSpec> server) throws Exception {
    TargetSpec spec = server.get();
    Server lab = OPEN.get(spec);
    if (lab == null) {
      lab = SharedServers.use(spec);
      OPEN.put(spec, lab);
    }
    Queries.execute(lab.target(), "DROP TABLE IF EXISTS orders1");
    return lab;
  }

  @AfterAll
  static void endServers() {
    OPEN.values().forEach(Server::close);
    OPEN.clear();
  }

  private static Connector connector(Server lab) {
    return new Connector(lab.target(), PsMode.AUTO, 0);
  }

  private static TablePreparer preparer(Connector connector) {
    return new TablePreparer(connector, Progress.SILENT, new StopSignal());
  }

  private static List<Table> tables(int rows) {
    return workload().tables(params(rows), 1);
  }

  private static Session session(int rows) {
    return workload().newSession(new SessionContext(params(rows), 0, 1, 0));
  }

  private static Params params(int rows) {
    return Params.resolve(workload().info(), Map.of("table-size", Integer.toString(rows)));
  }

  private static Workload workload() {
    return Catalogue.byName("local_storage");
  }
}
