package io.github.bmt4j.jdbc;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Repeated samples of a server, over a connection of their own. */
public final class Looks<T> implements AutoCloseable {
  private final StraightConnection connection;
  private final Source<T> source;
  private final int most;
  private final List<T> looks = new ArrayList<>();
  private final Rounds rounds;
  private Duration period;

  /** Takes one sample; absent while the server shows nothing. */
  public interface Source<T> {
    @Nullable T look(StraightConnection connection) throws SQLException;
  }

  /**
   * Begins.
   *
   * @param name of the thread
   * @param opening opens a connection straight to the server
   * @param most largest number of kept samples: beyond it, every other sample is dropped and the
   *     period doubled
   */
  public Looks(
      String name,
      StraightConnection.Opening opening,
      Source<T> source,
      Duration period,
      int most,
      Clock clock) {
    this.connection = new StraightConnection(opening);
    this.source = source;
    this.period = period;
    this.most = most;
    this.rounds = new Rounds(name, this::look, connection::drop, period, clock);
  }

  private void look() {
    try {
      T seen = source.look(connection);
      if (seen != null) {
        add(seen);
      }
    } catch (SQLException | RuntimeException e) {
      connection.drop();
    }
  }

  private synchronized void add(T seen) {
    looks.add(seen);
    if (looks.size() > most) {
      for (int i = looks.size() - 1; i > 0; i -= 2) {
        looks.remove(i);
      }
      period = period.multipliedBy(2);
      rounds.every(period);
    }
  }

  public synchronized List<T> all() {
    return List.copyOf(looks);
  }

  /** The last sample; absent when there was none. */
  public synchronized @Nullable T latest() {
    return looks.isEmpty() ? null : looks.get(looks.size() - 1);
  }

  @Override
  public void close() {
    rounds.close();
  }
}
