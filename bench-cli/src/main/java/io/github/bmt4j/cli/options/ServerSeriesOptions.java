package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.sampling.CommandText;
import io.github.bmt4j.sampling.ServerScenario;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the series of the servers of a load. */
@Section("Servers during the load")
public final class ServerSeriesOptions {
  private static final Duration USUAL = Duration.ofMinutes(1);

  @Option(
      names = "--no-server-series",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description =
          "do not read the servers' CPU, reads, writes, flushes and locks (default off: each"
              + " second, over one more connection to each server)")
  boolean off;

  @Marked(Mark.HIDDEN)
  @Option(
      names = "--sample-command",
      paramLabel = "<command>",
      description =
          "shell command that prints lines 'name value [unix-ms]', such as a query of CloudWatch;"
              + " limit 30 s")
  @Nullable String command;

  @Within(least = 1)
  @Option(
      names = "--sample-every",
      paramLabel = "<s>",
      description = "time from one --sample-command to the next (default 60 s)")
  @Nullable Duration every;

  /** The requested series, validated; absent for the default. */
  public @Nullable ServerScenario scenario() {
    Checks.check(every == null || command != null, "--sample-every", " requires --sample-command");
    if (command == null) {
      return off ? new ServerScenario(true, null, null) : null;
    }
    Checks.check(!off, "--no-server-series", " and --sample-command cannot be combined");
    Checks.check(!command.isBlank(), "--sample-command", " is empty: give a command, as in 'date'");
    Duration period = every == null ? USUAL : every;
    return new ServerScenario(false, new CommandText(command), Converters.seconds(period));
  }
}
