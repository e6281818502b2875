package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.load.run.AgentScenario;
import io.github.bmt4j.sampling.CommandText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Agents that make a load in place of this process. */
@Section("Load from several processes or machines")
public final class AgentOptions {
  @Option(
      names = "--agent",
      paramLabel = "<agent>",
      description =
          "an agent that makes a part of the load: local:3 (three processes here),"
              + " ssh://host, ssh://user@host:22/path/of/bmt, kube:3,image=<image> (three pods that"
              + " bmt creates and deletes), or kube:job/<name> (one in each pod);"
              + " may be repeated; threads, rate and events are totals of all agents")
  List<String> agents = new ArrayList<>();

  @Marked(Mark.HIDDEN)
  @Option(
      names = "--agent-command",
      paramLabel = "<command>",
      description =
          "a command that starts an agent and connects its standard input and output, such"
              + " as 'docker exec -i box bmt agent'; may be repeated")
  List<String> commands = new ArrayList<>();

  /** The agents; absent if this process makes the load. */
  @Nullable AgentScenario scenario() {
    return agents.isEmpty() && commands.isEmpty()
        ? null
        : new AgentScenario(agents, commands.stream().map(CommandText::new).toList());
  }
}
