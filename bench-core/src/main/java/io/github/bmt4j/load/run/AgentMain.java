package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.load.agent.AgentProgram;
import java.io.IOException;

/** The main class of an agent, which makes its part of runs. */
public final class AgentMain {
  private AgentMain() {}

  /** Serves a controller until it ends. Takes no arguments. */
  public static void main(String[] arguments) throws IOException {
    AgentProgram.serve(Clock.SYSTEM, AgentPlan.class);
  }
}
