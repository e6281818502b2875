package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jmh.fork.Server;
import java.util.List;

/** One of several ways to do the same work, which a benchmark compares. */
public interface Twin {
  /**
   * Opens all that the work needs.
   *
   * @param thread number of the thread that will do the work, from 0
   */
  void open(Server server, int thread) throws Exception;

  /**
   * Does the work once, and says all that came of it: what it says is the same for all twins.
   *
   * @throws IllegalStateException when the work was not done in the way that the twin stands for
   */
  List<String> once() throws Exception;

  /** Closes what was opened. */
  void close() throws Exception;
}
