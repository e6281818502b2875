package io.github.bmt4j.workload.script;

import java.sql.SQLException;
import java.util.List;

/**
 * {@code \file}: reads a row of a CSV file into variables.
 *
 * <p>In order, the rows are dealt out to the workers like cards: with w workers, worker i gets rows
 * i, i + w, i + 2 w and so on (from 0). The number of rows taken is in a variable of the worker's
 * frame, so that a retry gets the same row, and no worker waits for another.
 *
 * @param slots of the variables, as many as the file has columns
 * @param taken slot of the number of rows taken
 */
record FileStep(String place, CsvFile file, List<Integer> slots, Order order, int taken)
    implements Step {
  /** Order of the rows. */
  enum Order {
    /** A random row, all with the same probability. */
    RANDOM,
    /** One after the other; after the last row, the first again. */
    SEQUENTIAL,
    /** One after the other; a worker ends when its rows are used up. */
    ONCE
  }

  @Override
  public int run(ScriptSession session, Frame frame, int at) throws SQLException {
    frame.at(place);
    long row =
        order == Order.RANDOM
            ? Draws.uniform(frame.random, 0, file.rows() - 1)
            : position(session, frame);
    if (order == Order.ONCE && row >= file.rows()) {
      throw frame.failure(file.path() + ": this worker has used all its rows");
    }
    for (int column = 0; column < slots.size(); column++) {
      file.load((int) (row % file.rows()), column, frame, slots.get(column));
    }
    frame.setLong(taken, frame.bits(taken) + 1);
    return at + 1;
  }

  boolean exhausted(ScriptSession session, Frame frame) {
    return order == Order.ONCE && position(session, frame) >= file.rows();
  }

  private long position(ScriptSession session, Frame frame) {
    return session.worker() + frame.bits(taken) * session.workers();
  }
}
