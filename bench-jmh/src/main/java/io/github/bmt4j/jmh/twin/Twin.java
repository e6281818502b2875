package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jmh.fork.TrialServer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One of several ways to do the same work, which a benchmark compares: a JMH state that holds all
 * that the work needs, open for a trial. Tests prove that all twins of a benchmark do the same.
 */
@State(Scope.Thread)
public abstract class Twin {
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** Opens what a thread needs. */
  @Setup(Level.Trial)
  public final void setUp(TwinTrial trial) throws Exception {
    if (readsPoints()) {
      trial.makePoints();
    }
    open(trial.server(), trial.nextThread());
  }

  /**
   * Opens all that the work needs.
   *
   * @param thread number of the thread that will do the work, from 0
   */
  public abstract void open(TrialServer server, int thread) throws Exception;

  /** Has something closed at the end of the trial, before what was opened earlier. */
  protected final <T extends AutoCloseable> T closing(T resource) {
    opened.push(resource);
    return resource;
  }

  /** Returns true if it reads {@link RowTable#POINTS}, which the trial then makes. */
  protected boolean readsPoints() {
    return false;
  }

  /** Closes what was opened. */
  @TearDown(Level.Trial)
  public final void close() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }
}
