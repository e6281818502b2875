package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The statements of statistics: texts, turns, pieces, and who can run them. */
class StatisticsTest {
  private static final ServerProduct MARIADB = ServerProduct.mariaDb(11, 4);
  private static final ServerProduct MYSQL = new ServerProduct(Flavor.MYSQL, 8, 4, 0);
  private static final Pattern RANGE = Pattern.compile("(\\w+) BETWEEN (\\d+) AND (\\d+)");
  private static final List<String> NAMES =
      List.of(
          "rollup",
          "last_names",
          "credits",
          "best_customers",
          "latest_orders",
          "distinct_items",
          "line_averages",
          "best_items");

  private final StatementCounts counts = new StatementCounts();
  private final RecordedConnection recorded = new RecordedConnection(counts);

  @Test
  void queriesTakeTurnsAndEachWorkerBeginsWithTheNext() throws Exception {
    List<String> texts =
        statements(100_000, "all").stream().map(query -> query.sql(MARIADB)).toList();
    Session session = session("all", 9);
    session.attach(recorded.connection());
    for (int i = 0; i < 8; i++) {
      session.next();
      session.execute(counts);
    }
    session.detach();
    assertThat(recorded.texts())
        .containsExactlyElementsOf(
            IntStream.range(0, 8).mapToObj(i -> texts.get((9 + i) % 8)).toList());
    assertThat(counts.reads()).isEqualTo(8);
    assertThat(recorded.fetchRows()).isBetween(1, 10_000);
    assertThat(recorded.open()).isZero();
  }

  @Test
  void choosesOneQueryOrAll() {
    assertThat(statements(1000, "all")).extracting(HeavyStatement::name).isEqualTo(NAMES);
    for (String name : NAMES) {
      assertThat(statements(1000, name)).extracting(HeavyStatement::name).containsExactly(name);
    }
    assertThatThrownBy(() -> statements(1000, "sort"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--query=sort: choose one of all, " + String.join(", ", NAMES));
  }

  @Test
  void textsAreWholeAndTellMariadbNotToCache() {
    for (HeavyStatement query : statements(100_000, "all")) {
      assertThat(query.kind()).isEqualTo(HeavyStatement.Kind.QUERY);
      assertThat(query.sql(MARIADB))
          .startsWith("SELECT SQL_NO_CACHE ")
          .doesNotContain("{", "BETWEEN");
      assertThat(query.sql(MYSQL))
          .isEqualTo(query.sql(MARIADB).replace("SELECT SQL_NO_CACHE ", "SELECT "));
    }
    assertThat(statements(100_000, "best_items").get(0).sql(MYSQL))
        .isEqualTo(
            "SELECT ol_i_id, COUNT(*), SUM(ol_amount) FROM order_line1 GROUP BY ol_i_id"
                + " ORDER BY SUM(ol_amount) DESC, ol_i_id LIMIT 100");
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1, 1, 1",
    "30000, 100, 1, 1",
    "30001, 100, 2, 2",
    "100000, 1, 1, 4",
    "100000, 3, 3, 4",
    "100000, 100, 4, 4",
    "983010000, 7, 7, 32767",
    "9000000, 40000, 300, 300"
  })
  void piecesCoverEveryWarehouseOnceInEveryTable(
      long orders, int pieces, int wantedPieces, int warehouses) {
    for (HeavyStatement query : statements(orders, "all")) {
      List<String> texts = query.pieces(MYSQL, pieces);
      assertThat(texts).hasSize(wantedPieces);
      int next = 1;
      for (String text : texts) {
        assertThat(text).startsWith("SELECT ").doesNotContain("{");
        List<String> columns = new ArrayList<>();
        int last = 0;
        Matcher range = RANGE.matcher(text);
        while (range.find()) {
          columns.add(range.group(1));
          assertThat(range.group(2)).isEqualTo(Integer.toString(next));
          last = Integer.parseInt(range.group(3));
        }
        assertThat(last).isGreaterThanOrEqualTo(next);
        assertThat(columns).isEqualTo(warehouseColumns(text));
        next = last + 1;
      }
      assertThat(next).isEqualTo(warehouses + 1);
    }
  }

  @Test
  void aPieceIsTheWholeNarrowedWhereItsAnswerCanBeMergedAsItIs() {
    for (HeavyStatement query : statements(1000, "all")) {
      String piece = query.pieces(MYSQL, 1).get(0);
      String widened =
          piece
              .replaceAll("(AND )?\\w+_w_id BETWEEN 1 AND 1 ?", "")
              .replaceAll(" WHERE (?=GROUP)", " ");
      switch (query.name()) {
        case "line_averages" ->
            assertThat(widened).isEqualTo(query.sql(MYSQL).replace("AVG(", "SUM("));
        case "best_items" -> assertThat(query.sql(MYSQL)).startsWith(widened + " ORDER BY ");
        case "latest_orders" ->
            assertThat(widened.replace(" WHERE )", ")")).isEqualTo(query.sql(MYSQL));
        default -> assertThat(widened).isEqualTo(query.sql(MYSQL));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MARIADB, 10, 1, false",
    "MARIADB, 10, 2, true",
    "MYSQL, 5, 7, false",
    "MYSQL, 8, 0, true"
  })
  void onlyTheWindowFunctionNeedsANewerServer(
      ServerProduct.Flavor flavor, int major, int minor, boolean possible) {
    ServerProduct server = new ServerProduct(flavor, major, minor, 0);
    for (HeavyStatement query : statements(1000, "all")) {
      boolean window = query.name().equals("latest_orders");
      assertThat(query.obstacle(server).isEmpty()).isEqualTo(possible || !window);
    }
  }

  @Test
  void aQueryThatTheServerCannotRunFailsUnsent() throws Exception {
    recorded.server("MySQL", "5.7.44");
    Session session = session("latest_orders", 0);
    session.attach(recorded.connection());
    session.next();
    assertThatThrownBy(() -> session.execute(counts))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessage("latest_orders: this server has no window functions");
    assertThat(recorded.texts()).isEmpty();
    assertThat(counts.reads()).isZero();
  }

  private static List<String> warehouseColumns(String text) {
    List<String> columns = new ArrayList<>();
    if (text.contains(" customer1")) {
      columns.add("c_w_id");
    }
    if (text.contains(" orders1")) {
      columns.add("o_w_id");
    }
    if (text.contains(" order_line1")) {
      columns.add("ol_w_id");
    }
    return columns;
  }

  private static Session session(String query, int worker) {
    return workload().newSession(new SessionContext(params(100_000, query), worker, 16, 0));
  }

  private static List<HeavyStatement> statements(long orders, String query) {
    return ((StatementWorkload) workload()).statements(params(orders, query));
  }

  private static Params params(long orders, String query) {
    return Params.resolve(
        workload().info(), Map.of("table-size", Long.toString(orders), "query", query));
  }

  private static Workload workload() {
    return Catalogue.byName("statistics");
  }
}
