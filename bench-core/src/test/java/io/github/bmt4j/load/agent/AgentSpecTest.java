package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.os.Launch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentSpecTest {
  private static final List<String> HERE = List.of("java", "Agent");

  @Test
  void localAgentsAreProcessesOfThisMachine() throws Exception {
    assertThat(
            AgentSpec.parse(
                List.of("local:2"), List.of("cd 'a b' && docker exec -i box bmt agent"), HERE))
        .containsExactly(
            new AgentSpec("local:1", HERE),
            new AgentSpec("local:2", HERE),
            new AgentSpec("command:3", Launch.shell("cd 'a b' && docker exec -i box bmt agent")));
  }

  @ParameterizedTest
  @CsvSource({
    "ssh://bench1, bench1, bmt agent",
    "ssh://me@10.0.0.7:2222, -p 2222 me@10.0.0.7, bmt agent",
    "ssh://bench1/opt/bmt/bin/bmt, bench1, /opt/bmt/bin/bmt agent"
  })
  void sshStartsTheAgentOnAHost(String word, String host, String program) throws Exception {
    AgentSpec spec = AgentSpec.parse(List.of(word), List.of(), HERE).get(0);

    assertThat(spec.name()).isEqualTo(word);
    assertThat(String.join(" ", spec.command()))
        .isEqualTo("ssh -T -o BatchMode=yes -o ConnectTimeout=10 " + host + " " + program);
  }

  /** A host with a dash in front would be an option of ssh. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "local",
        "local:",
        "local:0",
        "local:999",
        "ssh://",
        "ssh://-oProxyCommand=x",
        "ssh://a@-oProxyCommand=x",
        "ssh://host:port",
        "kube:pod/x",
        "bench1",
        ""
      })
  void refusesWhatIsNoAgent(String word) {
    assertThatThrownBy(() -> AgentSpec.parse(List.of(word), List.of(), HERE))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--agent");
  }

  @Test
  void refusesAHostThatIsGivenTwice() {
    assertThatThrownBy(() -> AgentSpec.parse(List.of("ssh://a", "ssh://a"), List.of(), HERE))
        .hasMessage("--agent: give each host once");
  }
}
