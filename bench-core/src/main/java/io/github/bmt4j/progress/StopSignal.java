package io.github.bmt4j.progress;

/** A request that a run end now. Any thread. */
public final class StopSignal {
  private volatile boolean given;

  /** Asks the run to end. */
  public void give() {
    given = true;
  }

  public boolean given() {
    return given;
  }
}
