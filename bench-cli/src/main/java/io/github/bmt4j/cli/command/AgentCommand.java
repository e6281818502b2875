package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.load.run.AgentMain;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code bmt agent}: makes a part of the load of another bmt, which starts it. */
@Command(
    name = "agent",
    description = {
      "Makes a part of a load for the bmt, usually on another machine, that starts this"
          + " command.",
      "",
      "It takes requests from standard input and answers on standard output. It opens no"
          + " port, and ends when its input ends or is silent for 5 s."
    })
public final class AgentCommand extends BmtCommand {
  @Override
  public Integer call() throws IOException {
    AgentMain.main(new String[0]);
    return ExitCode.VALID;
  }
}
