package io.github.bmt4j.failure;

/**
 * Closes what has been opened, at the end of a block, unless {@link #succeeded} was called in it.
 */
public final class CloseOnFailure implements AutoCloseable {
  private final Runnable closing;
  private boolean succeeded;

  public CloseOnFailure(Runnable closing) {
    this.closing = closing;
  }

  /** Marks the end of the work: what was opened stays open. */
  public void succeeded() {
    succeeded = true;
  }

  @Override
  public void close() {
    if (!succeeded) {
      closing.run();
    }
  }
}
