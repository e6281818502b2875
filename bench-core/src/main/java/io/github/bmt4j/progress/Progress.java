package io.github.bmt4j.progress;

/** The display of long work: its name, and the finished part. Thread-safe. */
public interface Progress {
  /** Shows nothing: for tests and for work whose progress is not shown. */
  Progress SILENT =
      new Progress() {
        @Override
        public void say(String line) {}

        @Override
        public Step begin(String what, long total, String unit) {
          return new Step() {
            @Override
            public void advance(long amount) {}

            @Override
            public void close() {}
          };
        }
      };

  /** Prints one line, at once. */
  void say(String line);

  /**
   * Begins a piece of work.
   *
   * @param what a few words, such as "Downloading MariaDB 11.4.5"
   * @param total amount of work, in units; -1 when it is not known
   * @param unit unit of the work: "rows", "B" (bytes)
   */
  Step begin(String what, long total, String unit);

  /** A piece of work that advances until it is closed. */
  interface Step extends AutoCloseable {
    /** Adds to the finished amount, in units. Cheap, any thread. */
    void advance(long amount);

    /** Adds an amount that was finished before the start, and does not count for the speed. */
    default void skip(long amount) {
      advance(amount);
    }

    @Override
    void close();
  }
}
