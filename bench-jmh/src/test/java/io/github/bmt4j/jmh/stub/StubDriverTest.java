package io.github.bmt4j.jmh.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PlainConnections;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Target;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class StubDriverTest {
  private static final String POINT_SELECT = "SELECT c FROM sbtest1 WHERE id=?";

  @Test
  void isFoundByItsUrlAndLeavesOtherUrlsAlone() throws Exception {
    try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
      assertThat(connection).isInstanceOf(StubConnection.class);
    }
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:bmt-other:"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("No suitable driver");
  }

  @Test
  void takesTheOptionsThatConnectorsAdd() throws Exception {
    Target target = new Target("stub", StubDriver.URL, "bench", Secret.of("x"), true);
    PlainConnections source = new PlainConnections(new Connector(target, PsMode.AUTO, 1000));
    Connection connection = source.acquire();
    assertThat(connection.getMetaData().getURL())
        .isEqualTo(
            "jdbc:bmt-stub:?useServerPrepStmts=true&useAffectedRows=true&cachePrepStmts=true&prepStmtCacheSize=1000");
    source.release(connection);
    assertThat(connection.isClosed()).isTrue();
  }

  @Test
  void lendsThroughHikari() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(StubDriver.URL);
    config.setMaximumPoolSize(2);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      for (int i = 0; i < 3; i++) {
        try (Connection connection = pool.getConnection();
            PreparedStatement select = connection.prepareStatement(POINT_SELECT)) {
          connection.setReadOnly(true);
          connection.setAutoCommit(false);
          select.setLong(1, 7);
          assertThat(countRows(select.executeQuery())).isEqualTo(1);
          connection.commit();
        }
      }
      try (Connection connection = pool.getConnection()) {
        assertThat(connection.isReadOnly()).isFalse();
        assertThat(connection.getAutoCommit()).isTrue();
      }
    }
  }

  @Test
  void saysThatItIsAStub() throws Exception {
    try (Connection connection = connect()) {
      DatabaseMetaData facts = connection.getMetaData();
      assertThat(facts.getDatabaseProductName()).isEqualTo("stub");
      assertThat(facts.getDriverName()).isEqualTo("bmt4j stub driver");
      assertThat(facts.getDriverVersion()).isEqualTo("1.0");
      assertThat(ServerFacts.read(connection).variables()).isEmpty();
    }
  }

  @Test
  void givesTheRowsOfAPreparedSelectAgainAndAgain() throws Exception {
    try (Connection connection = connect();
        PreparedStatement point = connection.prepareStatement(POINT_SELECT);
        PreparedStatement range =
            connection.prepareStatement("SELECT c FROM sbtest1 WHERE id BETWEEN ? AND ?")) {
      for (int i = 0; i < 3; i++) {
        point.setLong(1, i);
        assertThat(countRows(point.executeQuery())).isEqualTo(1);
        range.setLong(1, i);
        range.setLong(2, i + 99L);
        assertThat(countRows(range.executeQuery())).isEqualTo(100);
      }
      assertThat(point.executeQuery()).isSameAs(point.executeQuery());
    }
  }

  @Test
  void givesTextsAsLongAsSysbenchs() throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT c, k FROM sbtest1 WHERE id=1")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).hasSize(119).matches("(\\d{11}-){9}\\d{11}");
      assertThat(row.getString("c")).isSameAs(row.getString(1));
      assertThat(row.getLong(2)).isEqualTo(row.getInt("k")).isPositive();
    }
  }

  @Test
  void countsOneRowForAChangeAndNoneForTransactionControl() throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        PreparedStatement update =
            connection.prepareStatement("UPDATE sbtest1 SET k=k+1 WHERE id=?")) {
      update.setLong(1, 1);
      assertThat(update.executeUpdate()).isEqualTo(1);
      assertThat(statement.execute("BEGIN")).isFalse();
      assertThat(statement.getUpdateCount()).isZero();
      assertThat(statement.execute("DELETE FROM sbtest1 WHERE id=1")).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(1);
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
      assertThat(statement.execute("SELECT 1")).isTrue();
      assertThat(countRows(statement.getResultSet())).isEqualTo(1);
    }
  }

  @Test
  void countsWhatIsInABatch() throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO sbtest1 VALUES (?, ?, ?, ?)")) {
      for (int i = 0; i < 3; i++) {
        insert.setInt(1, i);
        insert.setLong(2, i);
        insert.setString(3, "c");
        insert.setNull(4, java.sql.Types.VARCHAR);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
      assertThat(insert.executeBatch()).isEmpty();
      statement.addBatch("DELETE FROM sbtest1");
      assertThat(statement.executeBatch()).containsExactly(1);
    }
  }

  @Test
  void refusesWhatAServerOrDriverWouldRefuse() throws Exception {
    Connection connection = connect();
    PreparedStatement select = connection.prepareStatement(POINT_SELECT);
    PreparedStatement update = connection.prepareStatement("UPDATE sbtest1 SET k=1 WHERE id=?");
    assertThatThrownBy(() -> select.setLong(2, 1)).hasMessage("parameter 2 of 1");
    assertThatThrownBy(() -> select.setString(0, "")).hasMessage("parameter 0 of 1");
    assertThatThrownBy(select::executeUpdate).hasMessage("the statement gives a result set");
    assertThatThrownBy(update::executeQuery).hasMessage("the statement gives no result set");
    ResultSet rows = select.executeQuery();
    rows.close();
    assertThatThrownBy(rows::next).hasMessage("the result set is closed");
    select.close();
    assertThatThrownBy(select::executeQuery).hasMessage("the statement is closed");
    connection.close();
    assertThat(connection.isValid(1)).isFalse();
    assertThatThrownBy(() -> connection.prepareStatement(POINT_SELECT))
        .isInstanceOf(SQLException.class)
        .hasMessage("the connection is closed");
  }

  @Test
  void saysWhichMethodItDoesNotHave() throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        PreparedStatement select = connection.prepareStatement(POINT_SELECT);
        ResultSet row = select.executeQuery()) {
      assertThatThrownBy(connection::createClob)
          .isInstanceOf(SQLFeatureNotSupportedException.class)
          .hasMessage("the stub driver has no createClob");
      assertThatThrownBy(statement::getMaxRows).hasMessage("the stub driver has no getMaxRows");
      assertThatThrownBy(select::getParameterMetaData)
          .hasMessage("the stub driver has no getParameterMetaData");
      assertThatThrownBy(() -> row.getArray(1)).hasMessage("the stub driver has no getArray");
      assertThatThrownBy(row::afterLast).hasMessage("the stub driver has no afterLast");
      assertThatThrownBy(() -> connection.getMetaData().getCatalogs())
          .hasMessage("the stub driver has no getCatalogs");
    }
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(StubDriver.URL);
  }

  private static int countRows(ResultSet rows) throws SQLException {
    int count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }
}
