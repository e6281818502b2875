package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The statements of local_storage: the study's texts, their turns, and what is counted. */
class LocalStorageTest {
  private static final String SORT =
      "select SQL_NO_CACHE * from orders1 order by o_d_id desc limit 50000";
  private static final String GROUP =
      "select SQL_NO_CACHE o_carrier_id, o_d_id, o_w_id, count(*) from orders1"
          + " group by o_carrier_id, o_d_id, o_w_id order by 4 desc";
  private static final String TEMP =
      "create temporary table zzz__temp as select SQL_NO_CACHE * from orders1";
  private static final String DROP = "drop temporary table zzz__temp";

  private final StatementCounts counts = new StatementCounts();
  private final RecordedConnection recorded = new RecordedConnection(counts);

  @Test
  void sendsTheStudysQueriesInTurns() throws Exception {
    execute(session(Map.of(), 0), 4);
    assertThat(recorded.texts()).containsExactly(SORT, GROUP, TEMP, DROP, SORT);
    assertThat(counts.reads()).isEqualTo(3);
    assertThat(counts.writes()).isEqualTo(1);
    assertThat(counts.others()).isEqualTo(1);
  }

  @Test
  void eachWorkerBeginsWithTheNextQuery() throws Exception {
    execute(session(Map.of(), 4), 1);
    assertThat(recorded.texts()).containsExactly(GROUP);
  }

  @Test
  void sendsOnlyTheQueryThatIsWanted() throws Exception {
    execute(session(Map.of("query", "sort"), 1), 2);
    execute(session(Map.of("query", "group"), 1), 2);
    execute(session(Map.of("query", "temp_table"), 1), 2);
    assertThat(recorded.texts()).containsExactly(SORT, SORT, GROUP, GROUP, TEMP, DROP, TEMP, DROP);
  }

  @Test
  void anUnknownQueryIsRefused() {
    assertThatThrownBy(() -> session(Map.of("query", "sorts"), 0))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--query=sorts: choose one of all, sort, group, temp_table");
  }

  @ParameterizedTest
  @CsvSource({
    "MariaDB, 5.5.68-MariaDB, true",
    "MariaDB, 11.4.5-MariaDB, true",
    "MySQL, 11.4.5-MariaDB-log, true",
    "MySQL, 5.7.44-log, true",
    "MySQL, 8.0.40, false",
    "MySQL, 8.4.3, false",
    "MySQL, 9.7.0, false"
  })
  void leavesOutSqlNoCacheWhereTheServerHasNoQueryCache(
      String product, String version, boolean noCache) throws Exception {
    recorded.server(product, version);
    execute(session(Map.of(), 0), 3);
    List<String> study = List.of(SORT, GROUP, TEMP, DROP);
    assertThat(recorded.texts())
        .isEqualTo(
            noCache ? study : study.stream().map(sql -> sql.replace("SQL_NO_CACHE ", "")).toList());
  }

  @Test
  void looksAtTheServerOfEveryConnection() throws Exception {
    Session session = session(Map.of("query", "sort"), 0);
    recorded.server("MySQL", "8.4.3");
    execute(session, 1);
    recorded.server("MySQL", "5.7.44");
    execute(session, 1);
    assertThat(recorded.texts()).containsExactly(SORT.replace("SQL_NO_CACHE ", ""), SORT);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://host/db, 1000",
    "jdbc:other://host/db?with=jdbc:mysql, 1000",
    "jdbc:mysql://host/db, -2147483648",
    "jdbc:mysql+srv:loadbalance://host/db, -2147483648"
  })
  void resultSetsAreStreamedInTheWayOfTheDriver(String url, int fetchSize) throws Exception {
    recorded.url(url);
    execute(session(Map.of(), 0), 1);
    assertThat(recorded.fetchRows()).isEqualTo(fetchSize);
  }

  /** What is sent where the statement of this number fails, with another query or without. */
  @ParameterizedTest
  @CsvSource({
    "all, 0, true, sort group",
    "temp_table, 0, true, temp temp drop",
    "temp_table, 1, true, temp drop drop temp drop",
    "temp_table, 1, false, temp drop drop",
  })
  void whatFailedHasHadItsTurnAndLeavesNoTable(
      String query, int failing, boolean another, String sent) throws Exception {
    Session session = session(Map.of("query", query), 0);
    session.attach(recorded.connection());
    recorded.failAt(failing);
    session.next();
    assertThatThrownBy(() -> session.execute(counts)).isInstanceOf(SQLException.class);
    if (another) {
      session.next();
      session.execute(counts);
    }
    session.detach();
    Map<String, String> texts = Map.of("sort", SORT, "group", GROUP, "temp", TEMP, "drop", DROP);
    assertThat(recorded.texts()).isEqualTo(Stream.of(sent.split(" ")).map(texts::get).toList());
    assertThat(recorded.open()).isZero();
  }

  @Test
  void nothingIsEverPermanent() throws Exception {
    execute(session(Map.of(), 0), 3);
    assertThat(recorded.sent()).allMatch(sent -> sent.phase() == ErrorPhase.STATEMENT);
  }

  private void execute(Session session, int times) throws SQLException {
    session.attach(recorded.connection());
    for (int i = 0; i < times; i++) {
      session.next();
      session.execute(counts);
    }
    session.detach();
  }

  private static Session session(Map<String, String> given, int worker) {
    Workload workload = Catalogue.byName("local_storage");
    Params params = Params.resolve(workload.info(), given);
    return workload.newSession(new SessionContext(params, worker, 8, 0));
  }
}
