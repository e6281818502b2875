package io.github.bmt4j.fault;

import java.time.Duration;

/**
 * What the user says of a fault; each fault uses some of it, see {@link Fault#takes}.
 *
 * @param promotionDelay from the moment the fault is injected to the promotion
 * @param duration of a fault that heals by itself
 * @param latency added to each direction
 * @param jitter how much more or less, at random
 * @param lag how long replicas receive nothing before the primary dies
 * @param returnAfter from the fault to the return of a node
 * @param killSessions whether a planned change kills the application's sessions on the old primary
 */
public record FaultOptions(
    Duration promotionDelay,
    Duration duration,
    Duration latency,
    Duration jitter,
    Duration lag,
    Duration returnAfter,
    boolean killSessions) {
  /** What holds unless the user says otherwise. */
  public static final FaultOptions DEFAULT =
      new FaultOptions(
          Duration.ZERO,
          Duration.ofSeconds(5),
          Duration.ofMillis(200),
          Duration.ZERO,
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          false);

  /** How long the script of a fault lasts at least. */
  public Duration length(Fault fault) {
    Duration length = Duration.ZERO;
    for (FaultOption option : fault.takes()) {
      length =
          switch (option) {
            case PROMOTION_DELAY -> length.plus(promotionDelay);
            case DURATION -> length.plus(duration);
            case RETURN_AFTER -> length.plus(returnAfter);
            case LATENCY, JITTER, LAG, KILL_SESSIONS -> length;
          };
    }
    return length;
  }
}
