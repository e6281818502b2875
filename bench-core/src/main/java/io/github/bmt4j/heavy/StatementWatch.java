package io.github.bmt4j.heavy;

import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.load.ServerCounters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The server's own counters around one statement on one connection. They are read twice before it:
 * what a reading adds is then known and subtracted.
 *
 * <p>{@code SHOW SESSION STATUS} gives counters of the whole server where the session has none,
 * among them {@code Created_tmp_files} and all of InnoDB's: these are read over another connection
 * and kept apart. Files of {@code COUNT(DISTINCT …)} and of MySQL's hash join are counted nowhere
 * else. They are counted for this session, too, when MySQL's performance_schema says so or no other
 * session did anything meanwhile.
 *
 * <p>It needs no thread: every figure is a counter, or a size that stays until the session ends.
 */
final class StatementWatch {
  /** Of the whole server, whatever {@code SHOW SESSION STATUS} says: files made for sorts, etc. */
  static final String FILES = "Created_tmp_files";

  /** The peak of a session's temporary space, MariaDB from 11.5 on. */
  private static final String PEAK = "Max_tmp_space_used";

  private static final String QUESTIONS = "Questions";
  private static final String RUNNING = "Threads_running";

  private static final String SESSION =
      """
      SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler%' OR Variable_name LIKE 'Sort%'
        OR Variable_name LIKE 'Select%' OR Variable_name IN (
        'Created_tmp_tables', 'Created_tmp_disk_tables', 'Count_hit_tmp_table_size', 'Rows_read', 'Rows_sent',
        'Rows_tmp_read', 'Tmp_space_used', 'Max_tmp_space_used', 'Questions')
      """;
  private static final String SERVER =
      """
      SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Innodb_pages%' OR Variable_name IN (
        'Created_tmp_files', 'Innodb_buffer_pool_read_requests', 'Innodb_buffer_pool_reads',
        'Innodb_data_read', 'Innodb_data_reads', 'Innodb_data_writes', 'Innodb_data_written',
        'Innodb_os_log_written', 'Aria_pagecache_reads', 'Aria_pagecache_writes',
        'TempTable_count_hit_max_ram', 'Questions', 'Threads_running')
      """;

  /** A server counts a thread as running for a moment after its answer. */
  private static final int LOOKS_FOR_QUIET = 10;

  private static final long QUIET_LOOK_NANOS = 1_000_000;

  private final Connection statement;
  private final ControlReading control;
  private final ServerCounters ofReading;
  private final ServerCounters ofReadingThread;
  private final Moment first;
  private final Moment before;
  private final boolean quiet;

  private record Moment(
      ServerCounters session,
      ServerCounters server,
      ServerCounters thread,
      @Nullable Long space,
      int asked) {}

  /**
   * Growth over the statement, without figures that the server does not report.
   *
   * @param temporaryBytes growth of temporary tablespaces, or, where the server has it, the peak of
   *     all temporary space; absent when unknown, and when an earlier statement of the session took
   *     as much
   */
  record Readings(
      Map<String, Long> session, Map<String, Long> serverWide, @Nullable Long temporaryBytes) {}

  StatementWatch(Connection statement, Connection control, ServerProduct server)
      throws SQLException {
    this.statement = statement;
    this.control = new ControlReading(control, ProcessList.session(statement), server);
    long usual = 1 + this.control.daemons();
    this.first = quietest(usual);
    this.before = read();
    this.quiet = Math.min(first.server.of(RUNNING), before.server.of(RUNNING)) <= usual;
    this.ofReading = before.session.minus(first.session);
    this.ofReadingThread = before.thread.minus(first.thread);
  }

  /** Growth over the statement, which must have ended, with its result set closed. */
  Readings end() throws SQLException {
    Moment after = read();
    Map<String, Long> session =
        new TreeMap<>(after.session.minus(before.session).minus(ofReading).values());
    Map<String, Long> server = new TreeMap<>(after.server.minus(before.server).values());
    server.remove(RUNNING);
    server.remove(QUESTIONS);
    session.remove(QUESTIONS);
    after
        .thread
        .minus(before.thread)
        .values()
        .forEach(
            (name, value) -> {
              if (name.equals(ControlReading.MAPPED)) {
                server.put(name, value);
              } else {
                session.put(name, value - ofReadingThread.of(name));
              }
            });
    Long peak = session.remove(PEAK);
    session.remove("Tmp_space_used");
    if (quiet && othersAsked(after) == 0) {
      copy(FILES, server, session);
      copy(ControlReading.MAPPED, server, session);
    }
    return new Readings(session, server, temporaryBytes(after, peak));
  }

  private @Nullable Long temporaryBytes(Moment after, @Nullable Long peak) {
    if (peak != null) {
      long held = before.session.of("Tmp_space_used");
      return peak > 0 ? Long.valueOf(after.session.of(PEAK) - held) : null;
    }
    Long from = before.space;
    Long to = after.space;
    if (from == null || to == null || to <= from) {
      return null;
    }
    return to - from;
  }

  /** Reads until no other session runs a statement, at most {@link #LOOKS_FOR_QUIET} times. */
  private Moment quietest(long usual) throws SQLException {
    Moment moment = read();
    for (int look = 1; look < LOOKS_FOR_QUIET && moment.server.of(RUNNING) > usual; look++) {
      LockSupport.parkNanos(QUIET_LOOK_NANOS);
      moment = read();
    }
    return moment;
  }

  /**
   * Statements of other sessions since the first reading; not 0 when the server does not report it.
   */
  private long othersAsked(Moment after) {
    Map<String, Long> all = after.server.minus(first.server).values();
    return all.getOrDefault(QUESTIONS, 1L)
        - (after.session.of(QUESTIONS) - first.session.of(QUESTIONS))
        - (after.asked - first.asked);
  }

  private Moment read() throws SQLException {
    ServerCounters session = ServerCounters.read(statement, SESSION);
    ServerCounters server = ServerCounters.read(control.connection(), SERVER);
    int asked = control.countAsked();
    return new Moment(session, server, control.thread(), control.space(), asked);
  }

  private static void copy(String name, Map<String, Long> from, Map<String, Long> to) {
    Long value = from.get(name);
    if (value != null) {
      to.put(name, value);
    }
  }
}
