package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AgentLoadTest {
  @Test
  void theLastWritesOfEachAgentAreTheLastOfAll() {
    assertThat(AgentLoad.inOrderOfEnd(List.of(List.of(1, 2, 3, 4), List.of(), List.of(8, 9))))
        .containsExactly(1, 2, 3, 8, 4, 9);
    assertThat(AgentLoad.inOrderOfEnd(List.of())).isEmpty();
  }
}
