package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.jdbc.ConnectionScenario;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Connections of a load beside those of its threads. */
@Section("Connections as a load")
public final class ConnectionOptions {
  private static final int MOST_IDLE = 100_000;
  private static final int MOST_RATE = 100_000;
  private static final Duration USUAL_PING = Duration.ofMinutes(1);

  @Within(least = 0, most = MOST_IDLE)
  @Marked(Mark.MAKES_A_LOAD)
  @Option(
      names = "--idle-connections",
      paramLabel = "<n>",
      description =
          "this many further connections, open and logged in, which run nothing (default 0); none"
              + " has a thread of bmt")
  @Nullable Integer idle;

  @Within(least = 0.1)
  @Marked(Mark.MAKES_A_LOAD)
  @Option(
      names = "--idle-ping",
      paramLabel = "<s>",
      description = "time in which each idle connection is touched once (default 60 s)")
  @Nullable Duration ping;

  @Within(least = 0, most = MOST_RATE)
  @Marked(Mark.MAKES_A_LOAD)
  @Option(
      names = "--connect-rate",
      paramLabel = "<n>",
      defaultValue = "0",
      description =
          "open this many further connections each second, however slow the server is; each runs one"
              + " statement and is closed (default 0)")
  double rate;

  /** The requested connections, checked; absent without any. */
  @Nullable ConnectionScenario scenario() {
    Checks.check(ping == null || idle != null, "--idle-ping", " requires --idle-connections");
    Duration time = ping == null ? USUAL_PING : ping;
    int number = idle == null ? 0 : idle;
    return number == 0 && rate == 0
        ? null
        : new ConnectionScenario(number, Converters.seconds(time), rate);
  }
}
