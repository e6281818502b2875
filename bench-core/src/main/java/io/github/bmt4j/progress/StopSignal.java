package io.github.bmt4j.progress;

/** A request that a run end now. Any thread. */
public final class StopSignal {
  private final StopSignal user;
  private volatile boolean given;

  public StopSignal() {
    this.user = this;
  }

  /**
   * Signal of a load whose time is over: its operations get as long to end as after a deadline.
   *
   * @param user signal of the user, who does not wait as long
   */
  public StopSignal(StopSignal user) {
    this.user = user;
  }

  public void give() {
    given = true;
  }

  public boolean given() {
    return given;
  }

  /** True if the user requested the end. */
  public boolean givenByUser() {
    return user.given;
  }
}
