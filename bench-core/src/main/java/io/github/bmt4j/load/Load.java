package io.github.bmt4j.load;

import io.github.bmt4j.workload.LastWrite;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

/** A load on the endpoints of a run, made by this process or by others. Runs once. */
public interface Load {
  /**
   * Runs the load to its end.
   *
   * @throws SQLException when a worker could not connect before the start, or the observer failed
   */
  Measurement run(Observer observer) throws SQLException;

  /** Last acknowledged writes of the workers over an endpoint, by its number from 0. */
  List<LastWrite> lastWrites(int endpoint);

  /** Told what happens while the load runs, on the thread that runs it. */
  interface Observer {
    /** All workers are connected, and none has begun. */
    default void connected() throws SQLException {}

    /**
     * Moment at which the load is to begin, on the clock; waits for it.
     *
     * @param nowNanos the present
     */
    default long begins(long nowNanos) throws SQLException {
      return nowNanos;
    }

    /**
     * The load begins.
     *
     * @param nanos start of its measurement, after the warm-up, on the clock
     */
    default void measuresFrom(long nanos) {}

    /**
     * The counts of an interval are about to be read.
     *
     * @param bound true if the measurement begins or ends with them
     */
    default void counting(boolean bound) {}

    /** An interval has ended. */
    default void interval(Interval interval) {}

    /**
     * An interval of the measurement has ended that is not its last one.
     *
     * @param measured gives what was measured until then, as interrupted, without times by
     *     statement
     */
    default void soFar(Supplier<Measurement> measured) {}

    /**
     * The last operation has ended, or was given up; the workers' connections are still open.
     *
     * @param nanos end of the load, on the clock
     */
    default void loadEnded(long nanos) {}

    /** True if every server answers now; asked when nothing has ended for long. */
    default boolean serversAnswer() {
      return true;
    }
  }
}
