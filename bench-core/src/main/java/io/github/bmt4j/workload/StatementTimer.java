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
          // It is not asked for.
        }
      };

  /** The moment before the statement is sent. */
  long start();

  /**
   * Reports that the statement succeeded: its answer is there and as much of it read as is to be.
   * One that failed is not stopped, and leaves no time.
   *
   * @param start result of {@link #start}
   */
  void stop(long start);
}
