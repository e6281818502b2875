package io.github.bmt4j.load.run;

import io.github.bmt4j.sampling.CommandText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The agents that make a load, as the user asked for them.
 *
 * @param agent words such as {@code local:3} or {@code ssh://host}
 * @param agentCommand commands that start one agent each
 */
public record AgentScenario(List<String> agent, List<CommandText> agentCommand) {
  String text() {
    return Stream.concat(agent.stream(), agentCommand.stream())
        .map(Object::toString)
        .collect(Collectors.joining(", "));
  }
}
