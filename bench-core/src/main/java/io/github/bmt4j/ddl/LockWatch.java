package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Asks a server again and again which sessions wait for a metadata lock, over a plain connection of
 * its own. It sees the sessions of its database, and of those only what its login sees: without the
 * right PROCESS only its own. While the server does not answer, or lists not even the session that
 * asks, there is no look.
 */
final class LockWatch implements AutoCloseable {
  /** No such table or database, or no right to read it: time does not mend that. */
  private static final Set<Integer> NOT_HERE =
      Set.of(1044, 1049, 1109, 1142, 1143, 1146, 1227, 1370);

  /** The session that asks is listed as 0. */
  private static final String LISTED = "SELECT IF(id = CONNECTION_ID(), 0, id) FROM ";

  private static final String WAITING =
      " WHERE id = CONNECTION_ID() OR (state = 'Waiting for table metadata lock' AND db ="
          + " DATABASE())";

  /**
   * MySQL's process list without its big lock, empty where the Performance Schema is off, and the
   * one that every server has.
   */
  private static final List<String> LISTS =
      List.of("performance_schema.processlist", "information_schema.processlist");

  private final Clock clock;
  private final StraightConnection connection;
  private final List<LockLook> looks = new ArrayList<>();
  private final Rounds rounds;
  private int list;

  /**
   * Begins to ask.
   *
   * @param opening opens a connection straight to the server
   * @param server what that server is: MariaDB has one process list only
   * @param period from one look to the next
   */
  LockWatch(
      StraightConnection.Opening opening, ServerProduct server, Duration period, Clock clock) {
    this.clock = clock;
    this.connection = new StraightConnection(opening);
    this.list = server.isMariaDb() ? LISTS.size() - 1 : 0;
    this.rounds = new Rounds("bmt-locks", this::look, connection::drop, period, clock);
  }

  /** Every look so far. */
  List<LockLook> looks() {
    synchronized (looks) {
      return List.copyOf(looks);
    }
  }

  private void look() {
    try {
      Set<Long> listed = listed();
      if (!listed.remove(0L)) {
        tryNextList();
        return;
      }
      synchronized (looks) {
        looks.add(new LockLook(clock.nanoTime(), listed));
      }
    } catch (SQLException e) {
      if (NOT_HERE.contains(e.getErrorCode())) {
        tryNextList();
      }
      connection.drop();
    } catch (RuntimeException e) {
      connection.drop();
    }
  }

  private void tryNextList() {
    list = Math.min(list + 1, LISTS.size() - 1);
  }

  private Set<Long> listed() throws SQLException {
    return Sql.texts(connection.get(), LISTED + LISTS.get(list) + WAITING).stream()
        .map(Long::valueOf)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** Ends asking; waits for the query under way, but only for a limited time. */
  @Override
  public void close() {
    rounds.close();
  }
}
