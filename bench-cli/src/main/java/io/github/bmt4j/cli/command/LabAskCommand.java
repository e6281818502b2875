package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.CacheOption;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.ServerRegistry;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code bmt lab status|promote|kill|down}: asks the command that has the lab up. */
@Command
@SuppressWarnings("NullAway.Init")
public final class LabAskCommand implements Callable<Integer> {
  private final LabRequest.Kind kind;
  private final CommandContext context;
  private final PositionalParamSpec node;

  @Mixin CacheOption cache;

  private LabAskCommand(LabRequest.Kind kind, CommandContext context) {
    this.kind = kind;
    this.context = context;
    this.node =
        PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .type(String.class)
            .defaultValue("")
            .paramLabel("<node>")
            .description(kind.node())
            .build();
  }

  /** The command that asks for something. */
  public static CommandLine of(LabRequest.Kind kind, CommandContext context) {
    LabAskCommand asking = new LabAskCommand(kind, context);
    CommandSpec spec = CommandSpec.forAnnotatedObject(asking).name(kind.word());
    spec.usageMessage().description(kind.description());
    if (!kind.node().isEmpty()) {
      spec.addPositional(asking.node);
    }
    return new CommandLine(spec);
  }

  @Override
  public Integer call() throws TargetException {
    String named = kind.node().isEmpty() ? "" : node.getValue();
    Optional<LabFiles.Control> lab = LabFiles.control(cache.cache());
    if (lab.isPresent()) {
      LabControl.ask(lab.get(), new LabRequest(kind, named)).forEach(context.screen()::line);
    } else if (kind == LabRequest.Kind.DOWN
        && ServerRegistry.endLeft(cache.cache(), context.screen()) > 0) {
      context.screen().line("What killed commands had left is down.");
    } else {
      throw LabControl.notUp();
    }
    return ExitCode.VALID;
  }
}
