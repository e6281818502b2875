package io.github.bmt4j.cli;

import io.github.bmt4j.fault.Fault;
import io.github.bmt4j.fault.FaultOption;
import io.github.bmt4j.fault.FaultOptions;
import io.github.bmt4j.fault.Faults;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The fault that is injected into a cluster of bmt's own. */
@Section("Fault (in a cluster that bmt starts)")
final class FaultCommandOptions {
  private static final String KILL = "kill";

  @Option(
      names = "--fault",
      paramLabel = "<name>",
      description = "the fault (default " + KILL + "); --list-faults lists them")
  @Nullable String fault;

  @Option(
      names = "--promotion-delay",
      paramLabel = "<s>",
      description = "time from the fault to the promotion of a replica (default 0)")
  @Nullable Duration promotionDelay;

  @Option(
      names = "--duration",
      paramLabel = "<s>",
      description = "length of a fault that ends without a promotion (default 5 s)")
  @Nullable Duration duration;

  @Option(
      names = "--latency",
      paramLabel = "<s>",
      description = "--fault latency: delay added in each direction (default 200ms)")
  @Nullable Duration latency;

  @Option(
      names = "--jitter",
      paramLabel = "<s>",
      description = "--fault latency: random deviation from the delay (default 0)")
  @Nullable Duration jitter;

  @Option(
      names = "--lag",
      paramLabel = "<s>",
      description =
          "--fault lagging-promotion: how long replicas receive nothing before the fault (default 1 s)")
  @Nullable Duration lag;

  @Option(
      names = "--return-after",
      paramLabel = "<s>",
      description = "time from the promotion to the return of the old primary (default 5 s)")
  @Nullable Duration returnAfter;

  @Option(
      names = "--kill-sessions",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description =
          "--fault switchover: also kill the application's sessions on the old primary (default off)")
  boolean killSessions;

  @Option(names = "--list-faults", description = "list the faults and their options, and exit")
  boolean listFaults;

  /** The fault that was asked for. */
  Fault fault() {
    return Faults.byName(fault == null ? KILL : fault);
  }

  /** The options of a fault, checked: those that it does not take are refused. */
  FaultOptions options(Fault wanted) {
    for (FaultOption option : given()) {
      Checks.check(
          wanted.takes().contains(option),
          option.word() + " does not go with --fault " + wanted.name());
    }
    FaultOptions usual = FaultOptions.DEFAULT;
    FaultOptions options =
        new FaultOptions(
            or(promotionDelay, usual.promotionDelay()),
            or(duration, usual.duration()),
            or(latency, usual.latency()),
            or(jitter, usual.jitter()),
            or(lag, usual.lag()),
            or(returnAfter, usual.returnAfter()),
            killSessions);
    Checks.check(
        options.jitter().compareTo(options.latency()) <= 0,
        "--jitter=" + Converters.text(options.jitter()) + ": give at most --latency");
    return options;
  }

  /** Whether a fault or one of its options was given. */
  boolean anything() {
    return fault != null || !given().isEmpty();
  }

  private static Duration or(@Nullable Duration given, Duration otherwise) {
    return given == null ? otherwise : given;
  }

  private Set<FaultOption> given() {
    Set<FaultOption> given = EnumSet.noneOf(FaultOption.class);
    for (FaultOption option : FaultOption.values()) {
      boolean isGiven =
          switch (option) {
            case PROMOTION_DELAY -> promotionDelay != null;
            case DURATION -> duration != null;
            case LATENCY -> latency != null;
            case JITTER -> jitter != null;
            case LAG -> lag != null;
            case RETURN_AFTER -> returnAfter != null;
            case KILL_SESSIONS -> killSessions;
          };
      if (isGiven) {
        given.add(option);
      }
    }
    return given;
  }
}
