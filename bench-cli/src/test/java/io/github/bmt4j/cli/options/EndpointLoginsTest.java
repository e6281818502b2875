package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EndpointLoginsTest {
  private static final String URL = "jdbc:mariadb://b:3306/sbtest";
  private static final TargetSpec.External ALL =
      new TargetSpec.External(URL, "all", Secret.of("for all"));

  @Test
  void dealsPortsBeforeHostsAsSysbenchDoes() {
    assertThat(SysbenchServer.addresses(List.of("a", "b"), List.of(1, 2)))
        .containsExactly("a:1", "a:2", "b:1", "b:2");
    assertThatThrownBy(() -> SysbenchServer.addresses(List.of("a"), List.of(1, 0)))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--mysql-port=0: give a port from 1 to 65535");
  }

  @Test
  void anIpv6AddressHasBracketsInTheUrl() {
    assertThat(SysbenchServer.addresses(List.of("::1", "[::1]", "0:0:0:0:0:0:0:1"), List.of(3306)))
        .containsExactly("[::1]:3306", "[::1]:3306", "[0:0:0:0:0:0:0:1]:3306");
    assertThatThrownBy(() -> SysbenchServer.addresses(List.of("db:3307"), List.of(3306)))
        .hasMessage("--mysql-host=db:3307: give the port by --mysql-port");
  }

  @Test
  void addressesOfTheEnvironmentEndWithTheFirstThatIsMissing() {
    Map<String, String> environment = Map.of("BMT_URL", "x", "BMT_URL_2", "y", "BMT_URL_4", "z");

    assertThat(EndpointLogins.urls(environment::get)).containsExactly("x", "y");
    assertThat(EndpointLogins.urls(Map.<String, String>of()::get)).isEmpty();
  }

  @Test
  void anEndpointsOwnLoginComesBeforeThatForAll() {
    Map<String, String> environment = Map.of("BMT_USER_2", "two", "BMT_PASSWORD_2", "secret");

    assertThat(login(1, environment)).isEqualTo("all/for all");
    assertThat(login(2, environment)).isEqualTo("two/secret");
    assertThat(login(2, Map.of("BMT_PASSWORD_2", "secret"))).isEqualTo("all/secret");
    assertThat(login(2, Map.of("BMT_USER_2", "two"))).isEqualTo("two/for all");
    assertThat(login(3, environment)).isEqualTo("all/for all");
    assertThat(login(1, Map.of("BMT_USER_1", "one"))).isEqualTo("all/for all");
  }

  private static String login(int number, Map<String, String> environment) {
    TargetSpec.External endpoint = EndpointLogins.endpoint(number, ALL, environment::get);
    assertThat(endpoint.url()).isEqualTo(URL);
    return endpoint.user() + "/" + endpoint.password().reveal();
  }

  @Test
  void aRefusalOfTheVariablesServerNamesTheVariable() {
    assertThat(blamed("--url", " needs --trigger", "failover", "--deadline", "20s"))
        .isEqualTo("BMT_URL needs --trigger; unset BMT_URL to have bmt start servers");
    assertThat(blamed("--topology", " is for servers that bmt starts", "failover"))
        .isEqualTo(
            "--topology is for servers that bmt starts; unset BMT_URL to have bmt start servers");
    assertThat(blamed("--url", "=x: give a URL", "run")).isEqualTo("BMT_URL=x: give a URL");
    assertThat(blamed("--threads", "=0: give more", "run")).isEqualTo("--threads=0: give more");
    assertThat(blamed("--url", " needs --trigger", "failover", "--url", "x"))
        .isEqualTo("--url needs --trigger");
    BadInputException other = new BadInputException("--url", " needs --trigger");
    assertThat(EndpointLogins.blamed(other, List.of("failover"), Map.of())).isSameAs(other);
  }

  private static String blamed(String option, String words, String... line) {
    return String.valueOf(
        EndpointLogins.blamed(
                new BadInputException(option, words), List.of(line), Map.of("BMT_URL", "x"))
            .getMessage());
  }
}
