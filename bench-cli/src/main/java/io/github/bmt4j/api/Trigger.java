package io.github.bmt4j.api;

/** Code that changes the primary of your own cluster. */
@FunctionalInterface
public interface Trigger {
  /**
   * Begins the change; called once in each repetition, by a thread of its own, which is interrupted
   * when the measurement is stopped. It may return before the change is complete.
   *
   * @throws Exception when it fails; the repetition is then INVALID
   */
  void fire() throws Exception;
}
