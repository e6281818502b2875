package io.github.bmt4j.cli;

import io.github.bmt4j.fault.Fault;
import io.github.bmt4j.fault.FaultOption;
import io.github.bmt4j.fault.FaultOptions;
import io.github.bmt4j.fault.Faults;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What goes wrong in the lab, and how. */
final class FaultCommandOptions {
  private static final String KILL = "kill";

  @Option(
      names = "--fault",
      paramLabel = "<name>",
      description = "what goes wrong (default " + KILL + "); ./bmt failover --list-faults tells")
  @Nullable String fault;

  @Option(
      names = "--promotion-delay",
      paramLabel = "<s>",
      description = "how long the lab waits before it promotes a replica (default 0)")
  @Nullable String promotionDelay;

  @Option(
      names = "--duration",
      paramLabel = "<s>",
      description = "of a fault that ends by itself (default 5)")
  @Nullable String duration;

  @Option(
      names = "--latency",
      paramLabel = "<s>",
      description = "of --fault latency, each way (default 200ms)")
  @Nullable String latency;

  @Option(
      names = "--jitter",
      paramLabel = "<s>",
      description = "of --fault latency: so much more or less, at random (default 0)")
  @Nullable String jitter;

  @Option(
      names = "--lag",
      paramLabel = "<s>",
      description =
          "of --fault lagging-promotion: how long replicas have received nothing (default 1)")
  @Nullable String lag;

  @Option(
      names = "--return-after",
      paramLabel = "<s>",
      description = "when a node comes back, after the promotion (default 5)")
  @Nullable String returnAfter;

  @Option(
      names = "--kill-sessions",
      description =
          "of --fault switchover: kill the application's sessions on the old primary as well")
  boolean killSessions;

  /** The fault that was asked for. */
  Fault fault() {
    return Faults.byName(fault == null ? KILL : fault);
  }

  /** The options of a fault, checked: those that it does not take are refused. */
  FaultOptions options(Fault wanted) {
    given()
        .forEach(
            (option, text) ->
                Checks.check(
                    wanted.takes().contains(option),
                    option.word() + " does not go with --fault " + wanted.name()));
    FaultOptions otherwise = FaultOptions.DEFAULT;
    FaultOptions options =
        new FaultOptions(
            or(FaultOption.PROMOTION_DELAY, otherwise.promotionDelay()),
            or(FaultOption.DURATION, otherwise.duration()),
            or(FaultOption.LATENCY, otherwise.latency()),
            or(FaultOption.JITTER, otherwise.jitter()),
            or(FaultOption.LAG, otherwise.lag()),
            or(FaultOption.RETURN_AFTER, otherwise.returnAfter()),
            killSessions);
    Checks.check(
        options.jitter().compareTo(options.latency()) <= 0,
        "--jitter=" + jitter + ": give at most --latency");
    return options;
  }

  /** Whether anything was said of faults. */
  boolean anything() {
    return fault != null || !given().isEmpty();
  }

  private Duration or(FaultOption option, Duration otherwise) {
    String text = given().get(option);
    return text == null ? otherwise : Checks.duration(option.word(), text);
  }

  private Map<FaultOption, String> given() {
    Map<FaultOption, String> given = new EnumMap<>(FaultOption.class);
    put(given, FaultOption.PROMOTION_DELAY, promotionDelay);
    put(given, FaultOption.DURATION, duration);
    put(given, FaultOption.LATENCY, latency);
    put(given, FaultOption.JITTER, jitter);
    put(given, FaultOption.LAG, lag);
    put(given, FaultOption.RETURN_AFTER, returnAfter);
    put(given, FaultOption.KILL_SESSIONS, killSessions ? "yes" : null);
    return given;
  }

  private static void put(
      Map<FaultOption, String> given, FaultOption option, @Nullable String text) {
    if (text != null) {
      given.put(option, text);
    }
  }
}
