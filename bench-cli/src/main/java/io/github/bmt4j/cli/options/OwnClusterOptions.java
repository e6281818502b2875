package io.github.bmt4j.cli.options;

import static io.github.bmt4j.failover.scenario.ChangeScenario.External.MANUAL;
import static io.github.bmt4j.failover.scenario.ChangeScenario.External.NONE;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Options of the user's own cluster: the change of its primary, and the observation of its nodes.
 */
@Section("Your own cluster (with --url)")
public final class OwnClusterOptions {
  private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration MANUAL_TIMEOUT = Duration.ofMinutes(10);

  @Marked({Mark.HIDDEN, Mark.SECRET})
  @Option(
      names = "--trigger",
      paramLabel = "<command>",
      description = "command that changes the primary; manual: you change it yourself")
  public @Nullable String trigger;

  @Option(
      names = "--trigger-timeout",
      paramLabel = "<s>",
      description =
          "how long to wait until the primary has changed (default 3m; 10m with --trigger manual)")
  @Nullable Duration triggerTimeout;

  @Mixin OwnNodeOptions places;

  /** Returns true if an option was given that needs the user's own cluster. */
  public boolean anything() {
    return trigger != null || places.anything();
  }

  /**
   * Settings of the user's own cluster, checked.
   *
   * @param action changes the primary in place of a command; absent for none
   */
  public FailoverOrder.Outside outside(UrlKind kind, @Nullable Callable<?> action) {
    if (action != null) {
      Checks.check(trigger == null, "--trigger", " and a trigger in code: give one of them");
      return new FailoverOrder.Outside("", places.readUrl(kind), action);
    }
    FailoverOrder.Outside outside = outsideOrNothing(kind);
    BadInputException.check(
        !outside.trigger().equals(NONE),
        "--url",
        " needs --trigger: the command that changes the primary, or manual when you change"
            + " it yourself");
    return outside;
  }

  /** The same where the servers need not change. */
  public FailoverOrder.Outside outsideOrNothing(UrlKind kind) {
    String command = trigger == null || trigger.isBlank() ? NONE : trigger.strip();
    BadInputException.check(
        !command.equals(Secret.NONE.toString()),
        "--trigger",
        "=***: results do not store your command; give it again");
    return new FailoverOrder.Outside(command, places.readUrl(kind));
  }

  /** The requested change. */
  public ChangeScenario change(FailoverOrder.Outside outside) {
    Duration usual = outside.trigger().equals(MANUAL) ? MANUAL_TIMEOUT : USUAL_TIMEOUT;
    return ChangeScenario.of(
        ChangeScenario.External.of(
            outside.trigger(),
            triggerTimeout == null ? usual : triggerTimeout,
            places.nodes,
            outside.readUrl()));
  }
}
