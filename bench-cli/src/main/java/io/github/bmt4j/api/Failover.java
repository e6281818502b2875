package io.github.bmt4j.api;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A change of the primary under an application that writes, reads and connects. The application
 * runs in a JVM of its own, with this JVM's class path.
 */
public final class Failover extends Measurement<Failover> {
  private @Nullable Trigger trigger;

  Failover() {
    super(List.of("failover"));
  }

  @Override
  Failover self() {
    return this;
  }

  @Override
  @Nullable Callable<?> code() {
    Trigger code = trigger;
    return code == null
        ? null
        : () -> {
          code.fire();
          return null;
        };
  }

  /** Changes the primary of your own cluster. Required with {@link #url}. */
  public Failover trigger(Trigger code) {
    this.trigger = code;
    return this;
  }

  /** Longest time that the trigger may take (default 3 min); then its thread is interrupted. */
  public Failover triggerTimeout(Duration timeout) {
    return setting("--trigger-timeout", timeout);
  }

  /** Nodes of your own cluster that are observed, each as {@code host} or {@code host:port}. */
  public Failover nodes(String... addresses) {
    List.of(addresses).forEach(address -> option("--node", address));
    return this;
  }

  /** Number of repetitions (default 5; 1 with {@link #url}). */
  public Failover repeat(int repetitions) {
    return setting("--repeat", repetitions);
  }

  /** Longest write outage, and degraded time, of a repetition: a longer one makes it FAILED. */
  public Failover maxWriteOutage(Duration longest) {
    return setting("--max-write-outage", longest);
  }
}
