package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.os.Launch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentSpecTest {
  private static final List<String> HERE = List.of("java", "Agent");

  @Test
  void localAgentsAreProcessesOfThisMachine() {
    String command = "cd 'a b' && docker exec -i box bmt agent";

    assertThat(AgentSpec.parse(List.of("local:2"), List.of(command), HERE))
        .containsExactly(
            new AgentSpec("local:1", HERE, Map.of()),
            new AgentSpec("local:2", HERE, Map.of()),
            new AgentSpec("command:3", Launch.shell(command), Map.of(Launch.COMMAND, command)));
  }

  /** Every user can read the list of processes. */
  @Test
  void aCommandIsNotAmongTheWordsOfItsShell() {
    AgentSpec spec = AgentSpec.parse(List.of(), List.of("sshpass -p S3CRET ssh h"), HERE).get(0);

    assertThat(spec.command()).noneMatch(word -> word.contains("S3CRET"));
  }

  @ParameterizedTest
  @CsvSource({
    "ssh://bench1, bench1, bmt agent",
    "ssh://me@10.0.0.7:2222, -p 2222 me@10.0.0.7, bmt agent",
    "ssh://bench1/opt/bmt/bin/bmt, bench1, /opt/bmt/bin/bmt agent"
  })
  void sshStartsTheAgentOnAHost(String word, String host, String program) {
    AgentSpec spec = AgentSpec.parse(List.of(word), List.of(), HERE).get(0);

    assertThat(spec.name()).isEqualTo(word);
    assertThat(String.join(" ", spec.command()))
        .isEqualTo("ssh -T -o BatchMode=yes -o ConnectTimeout=10 " + host + " " + program);
  }

  /**
   * A host with a dash in front would be an option of ssh, and shells of its configuration execute
   * what is in a name.
   */
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
        "ssh://$(id)",
        "ssh://`id`@host",
        "ssh://host;id",
        "ssh://host/opt/bmt;id",
        "ssh://host/$(id)",
        "kube:-x/job/agents",
        "kube:job/--server",
        "kube:pod/x",
        "kube:0,image=bmt",
        "kube:100,image=bmt",
        "kube:3",
        "kube:3,image=",
        "kube:3,image=-x",
        "kube:3,image=bmt;id",
        "kube:3,image=bmt,cpu=0",
        "kube:3,image=bmt,memory=2G",
        "kube:3,image=bmt,size=2",
        "kube:3,cpu=2",
        "bench1",
        ""
      })
  void refusesWhatIsNoAgent(String word) {
    assertThatThrownBy(() -> AgentSpec.parse(List.of(word), List.of(), HERE))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--agent");
  }

  @Test
  void countsWhatIsKnownOfJobs() {
    List<String> words = List.of("local:2", "kube:3,image=bmt", "kube:job/agents");

    assertThat(AgentSpec.least(AgentSpec.parse(words, List.of(), HERE))).isEqualTo(6);
  }

  @Test
  void refusesAHostThatIsGivenTwice() {
    assertThatThrownBy(() -> AgentSpec.parse(List.of("ssh://a", "ssh://a"), List.of(), HERE))
        .hasMessage("--agent: give each host once");
  }
}
