package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Samples that are taken of a server again and again, over a connection of their own. */
final class Looks<T> implements AutoCloseable {
  private final StraightConnection connection;
  private final Source<T> source;
  private final List<T> looks = new ArrayList<>();
  private final Rounds rounds;

  /** Takes one sample; absent while the server shows nothing. */
  interface Source<T> {
    @Nullable T look(StraightConnection connection) throws SQLException;
  }

  /**
   * Begins.
   *
   * @param name of the thread
   * @param opening opens a connection straight to the server
   */
  Looks(
      String name,
      StraightConnection.Opening opening,
      Source<T> source,
      Duration period,
      Clock clock) {
    this.connection = new StraightConnection(opening);
    this.source = source;
    this.rounds = new Rounds(name, this::look, connection::drop, period, clock);
  }

  private void look() {
    try {
      T seen = source.look(connection);
      if (seen != null) {
        synchronized (looks) {
          looks.add(seen);
        }
      }
    } catch (SQLException | RuntimeException e) {
      connection.drop();
    }
  }

  List<T> all() {
    synchronized (looks) {
      return List.copyOf(looks);
    }
  }

  /** The last one; absent when there was none. */
  @Nullable T latest() {
    synchronized (looks) {
      return looks.isEmpty() ? null : looks.get(looks.size() - 1);
    }
  }

  @Override
  public void close() {
    rounds.close();
  }
}
