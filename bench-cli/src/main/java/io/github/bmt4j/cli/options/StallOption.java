package io.github.bmt4j.cli.options;

import java.time.Duration;
import picocli.CommandLine.Option;

/** From when on an operation of the simulated application counts as stalled. */
public final class StallOption {
  @Within(least = 0.1)
  @Option(
      names = "--stall",
      paramLabel = "<s>",
      defaultValue = "1",
      description =
          "the duration beyond which an operation counts as stalled (default ${DEFAULT-VALUE} s)")
  Duration stall;

  public long millis() {
    return stall.toMillis();
  }

  /**
   * Milliseconds of {@code --settle}, checked.
   *
   * @throws io.github.bmt4j.failure.BadInputException if a stall could be longer
   */
  public long settleMillis(Duration settle) {
    Checks.check(
        settle.compareTo(stall) > 0,
        "--settle",
        "=%s: give more than --stall, %s"
            .formatted(Converters.text(settle), Converters.text(stall)));
    return settle.toMillis();
  }
}
