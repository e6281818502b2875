package io.github.bmt4j.cli;

import io.github.bmt4j.engine.play.PlayTimes;
import io.github.bmt4j.engine.play.ProbeLoad;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How hard the imitated application works, and how long it is watched. */
@SuppressWarnings("NullAway.Init")
final class ProbeOptions {
  @Mixin RateOptions rates;

  @Option(
      names = "--connect-rate",
      paramLabel = "<n>",
      defaultValue = "10",
      description = "plain connections opened and closed a second (default ${DEFAULT-VALUE})")
  double connects = 10;

  @Option(
      names = "--baseline",
      paramLabel = "<s>",
      defaultValue = "3",
      description = "under load and without trouble, before the fault (default ${DEFAULT-VALUE})")
  String baseline = "3";

  @Option(
      names = "--stall",
      paramLabel = "<s>",
      defaultValue = "1",
      description = "from when on an operation counts as stalled (default ${DEFAULT-VALUE})")
  String stall = "1";

  @Option(
      names = "--settle",
      paramLabel = "<s>",
      defaultValue = "10",
      description = "without trouble until a repetition is over (default ${DEFAULT-VALUE})")
  String settle = "10";

  @Option(
      names = "--deadline",
      paramLabel = "<s>",
      defaultValue = "60",
      description =
          "after the fault, when a repetition ends whether or not it has recovered (default ${DEFAULT-VALUE})")
  String deadline = "60";

  /** How hard, checked. */
  ProbeLoad load() {
    return rates.load(RateOptions.rate("--connect-rate", connects));
  }

  /** How long, checked. */
  PlayTimes times() {
    PlayTimes times =
        new PlayTimes(
            Checks.duration("--baseline", baseline),
            Checks.duration("--stall", stall),
            Checks.duration("--settle", settle),
            Checks.duration("--deadline", deadline));
    Checks.check(
        times.baseline().toMillis() >= 2000, "--baseline=" + baseline + ": give 2 s or more");
    Checks.check(times.stall().toMillis() >= 100, "--stall=" + stall + ": give 100ms or more");
    Checks.check(
        times.settle().compareTo(times.stall()) > 0,
        "--settle=" + settle + ": give more than --stall");
    Checks.check(
        times.deadline().compareTo(times.settle()) > 0,
        "--deadline=" + deadline + ": give more than --settle");
    return times;
  }
}
