package io.github.bmt4j.jmh.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How forks log in. */
class HandoverTest {
  private static final String URL = "jdbc:mariadb://h/d";

  @Test
  void aPasswordGoesWithTheUserThatTheUrlNames() {
    assertThat(login(URL + "?user=bench", "", "p")).isEqualTo(Map.of("password", "p"));
    assertThat(login(URL + "?user=bench", "u", "p")).isEqualTo(Map.of("password", "p"));
  }

  @Test
  void userAndPasswordStandEachForItself() {
    assertThat(login(URL, "u", "p")).isEqualTo(Map.of("user", "u", "password", "p"));
    assertThat(login(URL, "u", "")).isEqualTo(Map.of("user", "u"));
    assertThat(login(URL, "", "")).isEmpty();
  }

  private static Map<?, ?> login(String url, String user, String password) {
    Target target = new Target("t", url, user, Secret.of(password), false);
    return Handover.Server.of(target, "MariaDB", false).login();
  }
}
