package io.github.bmt4j.cli.command;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.cli.options.CacheOption;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.ServerRegistry;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code bmt lab status|promote|kill|down}: sends a request to the running lab. */
@Command
public final class LabAskCommand extends BmtCommand {
  private final LabRequest request;
  private final PositionalParamSpec node;

  @Mixin CacheOption cache;

  private LabAskCommand(LabRequest request) {
    this.request = request;
    this.node =
        PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .type(String.class)
            .defaultValue("")
            .paramLabel("<node>")
            .description(request.node)
            .build();
  }

  public static CommandLine of(LabRequest request, CommandContext context) {
    LabAskCommand asking = new LabAskCommand(request);
    asking.context = context;
    CommandSpec spec = CommandSpec.forAnnotatedObject(asking).name(request.word());
    spec.usageMessage().description(request.description);
    if (!request.node.isEmpty()) {
      spec.addPositional(asking.node);
    }
    return new CommandLine(spec);
  }

  @Override
  public Integer call() throws TargetException {
    String named = request.node.isEmpty() ? "" : node.getValue();
    Checks.check(named.matches("\\w*"), named + " is not a node: see " + bmt("lab status"));
    Path folder = cache.folder();
    if (LabFolder.isUp(folder)) {
      LabFolder.ask(folder, request, named, context.shutdown().stop())
          .forEach(context.screen()::wrappedLine);
    } else if (request == LabRequest.DOWN && ServerRegistry.endLeft(folder, context.screen()) > 0) {
      context.screen().line("Stopped the servers that killed commands had left.");
    } else {
      throw LabFolder.notUp();
    }
    return ExitCode.VALID;
  }
}
