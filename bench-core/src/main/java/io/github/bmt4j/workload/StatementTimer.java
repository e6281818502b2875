package io.github.bmt4j.workload;

/** Times one statement of a session, each time that it runs. Used by one thread. */
public interface StatementTimer {
  /** Takes no time. */
  StatementTimer OFF =
      new StatementTimer() {
        @Override
        public long start() {
          return 0;
        }

        @Override
        public void stop(long start) {
          // Never called.
        }
      };

  /** The moment before the statement is sent. */
  long start();

  /**
   * Reports that the statement succeeded and the required part of its answer was read. Not called
   * for a failed statement, which leaves no time.
   *
   * @param start result of {@link #start}
   */
  void stop(long start);
}
