package io.github.bmt4j.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Connections behind an address that leads to several servers. */
class ServerConnectionsTest {
  private static final String SERVER = Map.of("hostname", "db1").toString();

  private int closed;

  @Test
  void aConnectionToAnotherServerIsClosedAndRefused() {
    Connection other = connection("db2");

    assertThatThrownBy(() -> ServerConnections.checked(SERVER, other))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("the address leads to several servers");
    assertThat(closed).isEqualTo(1);
  }

  @Test
  void aConnectionToTheSameServerIsUsed() throws SQLException {
    Connection same = connection("db1");

    assertThat(ServerConnections.checked(SERVER, same)).isSameAs(same);
    assertThat(closed).isZero();
  }

  private Connection connection(String host) {
    return Answers.connection(
        sql ->
            sql.startsWith("SHOW GLOBAL VARIABLES")
                ? List.of(List.of("hostname", host))
                : List.of(List.of("u@%")),
        () -> closed++);
  }
}
