package io.github.bmt4j.cli;

import io.github.bmt4j.failure.TargetException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bmt lab status|promote|kill|down}: asks the command that has the lab up. */
@SuppressWarnings("NullAway.Init")
abstract sealed class LabAskCommand implements Callable<Integer> {
  private final LabRequest.Kind kind;
  private final CommandContext context;

  @Mixin CacheOption cache;

  private LabAskCommand(LabRequest.Kind kind, CommandContext context) {
    this.kind = kind;
    this.context = context;
  }

  /** The command that asks for something. */
  static LabAskCommand of(LabRequest.Kind kind, CommandContext context) {
    return switch (kind) {
      case STATUS -> new Status(context);
      case PROMOTE -> new Promote(context);
      case KILL -> new Kill(context);
      case DOWN -> new Down(context);
    };
  }

  String node() {
    return "";
  }

  @Override
  public Integer call() throws TargetException {
    LabRequest request = new LabRequest(kind, node());
    LabFiles.Control lab = LabFiles.control(cache.cache()).orElseThrow(() -> LabControl.notUp());
    LabControl.ask(lab, request).forEach(context.screen()::line);
    return ExitCode.VALID;
  }

  /** How the nodes stand. */
  @Command(name = "status", description = "Shows the nodes of the lab and their roles.")
  private static final class Status extends LabAskCommand {
    Status(CommandContext context) {
      super(LabRequest.Kind.STATUS, context);
    }
  }

  /** A new primary. */
  @Command(
      name = "promote",
      description =
          "Promotes a replica; the other replicas follow it. The old primary is changed only if it is up and read-only.")
  private static final class Promote extends LabAskCommand {
    @Parameters(
        index = "0",
        arity = "0..1",
        defaultValue = "",
        paramLabel = "<node>",
        description = "such as node2; default: the replica that has received most")
    String node;

    Promote(CommandContext context) {
      super(LabRequest.Kind.PROMOTE, context);
    }

    @Override
    String node() {
      return node;
    }
  }

  /** A node that dies. */
  @Command(name = "kill", description = "Kills the process of a node with SIGKILL.")
  private static final class Kill extends LabAskCommand {
    @Parameters(
        index = "0",
        arity = "0..1",
        defaultValue = "",
        paramLabel = "<node>",
        description = "such as node1; default: the primary")
    String node;

    Kill(CommandContext context) {
      super(LabRequest.Kind.KILL, context);
    }

    @Override
    String node() {
      return node;
    }
  }

  /** The end. */
  @Command(name = "down", description = "Stops the lab, and waits until it has stopped.")
  private static final class Down extends LabAskCommand {
    Down(CommandContext context) {
      super(LabRequest.Kind.DOWN, context);
    }
  }
}
