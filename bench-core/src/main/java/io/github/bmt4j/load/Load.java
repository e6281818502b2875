package io.github.bmt4j.load;

import io.github.bmt4j.workload.LastWrite;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

/** A load on the endpoints of a run, made by this process or by agents. Runs once. */
public interface Load {
  /** Runs the load to its end; throws if a worker could not connect, or the observer failed. */
  Measurement run(Observer observer) throws SQLException;

  /** Last acknowledged writes of the workers over an endpoint, by its number from 0. */
  List<LastWrite> lastWrites(int endpoint);

  /** Receives the events of the load, on the thread that runs it. */
  interface Observer {
    /** All workers are connected, but none has begun. */
    default void connected() throws SQLException {}

    /** Waits for the moment at which the load must begin; returns it, on the clock. */
    default long begins(long nowNanos) throws SQLException {
      return nowNanos;
    }

    /** The load begins; its measurement begins at a moment on the clock, after the warm-up. */
    default void measuresFrom(long nanos) {}

    /** The counts of an interval, which may bound the measurement, are about to be read. */
    default void counting(boolean bound) {}

    /** An interval has ended. */
    default void interval(Interval interval) {}

    /**
     * An interval other than the last has ended; {@code measured} gives the figures so far, as of
     * an interrupted run.
     */
    default void soFar(Supplier<Measurement> measured) {}

    /** The load has ended, at a moment on the clock; connections are still open. */
    default void loadEnded(long nanos) {}

    /** True if every server answers now; called when no operation has ended for long. */
    default boolean serversAnswer() {
      return true;
    }
  }
}
