package io.github.bmt4j.fault;

/** A number or switch that some faults take. */
public enum FaultOption {
  /** How long the lab waits before it promotes. */
  PROMOTION_DELAY("--promotion-delay"),
  /** How long a fault lasts that heals by itself. */
  DURATION("--duration"),
  /** What is added to each direction. */
  LATENCY("--latency"),
  /** How much more or less than the latency, at random. */
  JITTER("--jitter"),
  /** How long replicas have received nothing when the primary dies. */
  LAG("--lag"),
  /** When a node comes back. */
  RETURN_AFTER("--return-after"),
  /** Whether a planned change kills the application's sessions on the old primary. */
  KILL_SESSIONS("--kill-sessions");

  private final String word;

  FaultOption(String word) {
    this.word = word;
  }

  /** As users write it. */
  public String word() {
    return word;
  }
}
