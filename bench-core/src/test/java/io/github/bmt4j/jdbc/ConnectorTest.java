package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Who logs in. */
class ConnectorTest {
  private static final String URL = "jdbc:mariadb://h/d";

  @Test
  void userAndPasswordStandEachForItself() {
    assertThat(login(URL, "u", "p")).isEqualTo(Map.of("user", "u", "password", "p"));
    assertThat(login(URL, "u", "")).isEqualTo(Map.of("user", "u"));
    assertThat(login(URL, "", "p")).isEqualTo(Map.of("password", "p"));
    assertThat(login(URL, "", "")).isEmpty();
  }

  @Test
  void whatTheUrlSaysStaysAsItIs() {
    assertThat(login(URL + "?user=x", "u", "p")).isEqualTo(Map.of("password", "p"));
    assertThat(login(URL + "?user=x", "", "p")).isEqualTo(Map.of("password", "p"));
    assertThat(login(URL + "?password=y", "u", "p")).isEqualTo(Map.of("user", "u"));
    assertThat(login(URL + "?user=x&password=y", "u", "p")).isEmpty();
  }

  private static Map<?, ?> login(String url, String user, String password) {
    Properties seen = new Properties();
    Connector connector =
        new Connector(
            url,
            url,
            new Target("t", url, user, Secret.of(password), false),
            Map.of(),
            (address, login) -> {
              seen.putAll(login);
              throw new SQLException("seen");
            });
    assertThatThrownBy(connector::connect).isInstanceOf(SQLException.class).hasMessage("seen");
    return seen;
  }
}
