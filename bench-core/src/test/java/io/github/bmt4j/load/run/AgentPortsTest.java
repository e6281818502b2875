package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.agent.Hello;
import io.github.bmt4j.preflight.ClientFacts;
import io.github.bmt4j.preflight.Need;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Local ports of three agents, of which two share them. */
class AgentPortsTest {
  private static final Hello HELLO = Hello.own();
  private static final List<Target> REMOTE =
      List.of(new Target("t", "jdbc:mariadb://192.0.2.1/db", "u", Secret.NONE, false));

  private final Need whole =
      Made.like(Need.ofConnections(6)).set("others", new ConnectionScenario(9, 60, 0)).record();

  /** Of each 7: 2 of its threads, 3 idle ones and 2 to spare. */
  @Test
  void agentsOfOneNetworkShareTheirPorts() throws Exception {
    assertThat(Agents.check(agents(14, 14, 7), REMOTE, whole)).isEmpty();
    assertThatThrownBy(() -> Agents.check(agents(13, 13, 7), REMOTE, whole))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("agent a: ")
        .hasMessageContaining("13 local ports, tcp_tw_reuse=0; 2 agents here need 14");
    assertThatThrownBy(() -> Agents.check(agents(14, 14, 6), REMOTE, whole))
        .hasMessageStartingWith("agent c: ")
        .hasMessageContaining("6 local ports, tcp_tw_reuse=0; the run needs 7");
  }

  /** Of each 72: 2 of its threads, 8 under way, 2 to spare, and 60 closed ones of a minute. */
  @Test
  void soDoTheirClosedConnections() throws Exception {
    Need connects =
        Made.like(Need.ofConnections(6)).set("others", new ConnectionScenario(0, 60, 3)).record();

    assertThat(Agents.check(agents(144, 144, 72), REMOTE, connects)).isEmpty();
    assertThatThrownBy(() -> Agents.check(agents(143, 144, 72), REMOTE, connects))
        .hasMessageContaining("143 local ports, tcp_tw_reuse=0; 2 agents here need 144");
  }

  /** Two on one machine, and one in a network of its own, such as a container there. */
  private static Map<String, Hello> agents(long a, long b, long c) {
    Map<String, Hello> agents = new LinkedHashMap<>();
    agents.put("a", agent("host", a));
    agents.put("b", agent("host", b));
    agents.put("c", agent("container", c));
    return agents;
  }

  private static Hello agent(String network, long ports) {
    ClientFacts client =
        Made.like(HELLO.client()).set("ports", ports).set("portReuse", "0").record();
    return Made.like(HELLO).set("network", network).set("client", client).record();
  }
}
