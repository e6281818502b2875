package io.github.bmt4j.cli.options;

import static io.github.bmt4j.failover.ChangeScenario.External.MANUAL;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.failover.ChangeScenario;
import io.github.bmt4j.failover.FailoverOrder;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

  @Option(
      names = "--node",
      paramLabel = "<host[:port]>",
      description =
          "node to monitor directly, for the server's own outage; may be repeated (default: the"
              + " hosts of the URL when it has several)")
  List<String> nodes = new ArrayList<>();

  @Marked(Mark.HIDDEN)
  @Option(
      names = "--read-url",
      paramLabel = "<jdbc-url>",
      description = "where readers connect, such as a reader endpoint (default: --url)")
  @Nullable String readUrl;

  /** Returns true if an option was given that needs the user's own cluster. */
  public boolean anything() {
    return trigger != null || !nodes.isEmpty() || readUrl != null;
  }

  /** Settings of the user's own cluster, checked. */
  public FailoverOrder.Outside outside(TargetOptions target) {
    if (trigger == null || trigger.isBlank()) {
      throw new BadInputException(
          "--url needs --trigger: the command that changes the primary, or manual when you change"
              + " it yourself");
    }
    if (trigger.strip().equals(Secret.NONE.toString())) {
      throw new BadInputException(
          "--trigger=***: results do not store your command; give the one that changes the"
              + " primary");
    }
    if (readUrl != null) {
      target.checkUrl("--read-url", readUrl);
    }
    return new FailoverOrder.Outside(trigger.strip(), readUrl);
  }

  /** The change that was asked for. */
  public ChangeScenario change(FailoverOrder.Outside outside) {
    Duration usual = outside.trigger().equals(MANUAL) ? MANUAL_TIMEOUT : USUAL_TIMEOUT;
    return ChangeScenario.of(
        ChangeScenario.External.of(
            outside.trigger(), triggerTimeout == null ? usual : triggerTimeout, nodes, readUrl));
  }
}
