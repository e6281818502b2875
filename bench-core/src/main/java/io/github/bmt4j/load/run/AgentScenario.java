package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.sampling.CommandText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The agents that make a load, as the user asked for them.
 *
 * @param agent words such as {@code local:3} or {@code ssh://host}
 * @param agentCommand commands that start an agent each
 */
public record AgentScenario(
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> agent,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CommandText> agentCommand) {
  @SuppressWarnings("NullAway") // An empty list is not stored.
  public AgentScenario {
    agent = agent == null ? List.of() : List.copyOf(agent);
    agentCommand = agentCommand == null ? List.of() : List.copyOf(agentCommand);
  }

  /** The agents in words. */
  String text() {
    return Stream.concat(agent.stream(), agentCommand.stream())
        .map(Object::toString)
        .collect(Collectors.joining(", "));
  }
}
