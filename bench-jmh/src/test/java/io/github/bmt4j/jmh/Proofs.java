package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings.Tls;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jmh.twin.RangeSelect;
import io.github.bmt4j.jmh.twin.Row;
import io.github.bmt4j.jmh.twin.RowInserts;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.SessionStatus;
import io.github.bmt4j.jmh.twin.TenConnections;
import io.github.bmt4j.jmh.twin.Twin;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;

/** Proofs that twins are what they are called, by the server's counters, and their results. */
final class Proofs {
  private static final int[] IDS = {1, 2, 4_999, RowTable.POINT_ROWS};

  /** The parameters of {@link FetchBenchmark}. */
  private static final int[] RANGES = {1, 100, RowTable.POINT_ROWS};

  private static final int TIMES = 3;
  private static final int BORROWS = 3 * TenConnections.CONNECTIONS;
  private static final int FIRST_VIRTUAL_JAVA = 21;

  private Proofs() {}

  /**
   * Lets a twin, which is open for thread 0, do its work once.
   *
   * @return its result, which is the same for all twins of a benchmark
   * @throws IllegalStateException when the work was not done in the way that the twin stands for
   */
  static List<String> once(Twin twin) throws Exception {
    if (twin instanceof StatementBenchmark.Select select) {
      return points(select);
    }
    if (twin instanceof FetchBenchmark.Fetch fetch) {
      return ranges(fetch);
    }
    if (twin instanceof InsertBenchmark.Inserts inserts) {
      return inserted(inserts);
    }
    if (twin instanceof CommitBenchmark.Inserts inserts) {
      return committed(inserts);
    }
    if (twin instanceof PipelineBenchmark.Updates updates) {
      return updated(updates);
    }
    if (twin instanceof TlsBenchmark.Selects selects) {
      return encrypted(selects);
    }
    if (twin instanceof ReadOnlyRoutingBenchmark.Reads reads) {
      return routed(reads);
    }
    if (twin instanceof ThreadsBenchmark.Burst burst) {
      return burst(burst);
    }
    return connected((ConnectBenchmark.Source) twin);
  }

  /** Number of rows of a table, and a sum over all columns. */
  static String contents(Connection connection, RowTable table) throws SQLException {
    return Sql.text(
        connection,
        "SELECT CONCAT(COUNT(*), ' rows, sum ', COALESCE(SUM(CRC32(CONCAT_WS('#', "
            + Row.COLUMNS
            + "))), 0)) FROM "
            + table.name());
  }

  private static List<String> points(StatementBenchmark.Select twin) throws SQLException {
    SessionStatus before = SessionStatus.of(twin.connection);
    List<String> rows = new ArrayList<>();
    for (int id : IDS) {
      rows.add(twin.select.row(id).toString());
    }
    SessionStatus.of(twin.connection)
        .expect(before, "Com_stmt_execute", twin.settings.serverPrepared() ? IDS.length : 0);
    return rows;
  }

  private static List<String> ranges(FetchBenchmark.Fetch twin) throws SQLException {
    SessionStatus before = SessionStatus.of(twin.connection);
    List<String> lines = new ArrayList<>();
    for (int rows : RANGES) {
      lines.addAll(lines(twin.select, rows));
    }
    SessionStatus.of(twin.connection)
        .expect(before, "Com_stmt_execute", twin.settings.serverPrepared() ? RANGES.length : 0);
    return lines;
  }

  private static List<String> lines(RangeSelect select, int rows) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (ResultSet found = select.open(rows)) {
      while (found.next()) {
        lines.add(Row.read(found).toString());
      }
    }
    if (lines.size() != rows) {
      throw new IllegalStateException("gave " + lines.size() + " rows and not " + rows);
    }
    return lines;
  }

  private static List<String> inserted(InsertBenchmark.Inserts twin) throws SQLException {
    twin.restart();
    SessionStatus before = SessionStatus.of(twin.connection);
    int inserted =
        twin instanceof InsertBenchmark.OneByOne ? twin.oneByOne() : inserted(twin.batch());
    SessionStatus after = SessionStatus.of(twin.connection);
    after.expect(before, "Handler_write", RowInserts.ROWS);
    after.expect(before, "Com_commit", 1);
    if (twin instanceof InsertBenchmark.Bulk) {
      after.expect(before, "Com_stmt_execute", 1);
    } else if (twin instanceof InsertBenchmark.Rewritten) {
      after.expect(before, "Com_insert", 1);
      after.expect(before, "Com_stmt_execute", 0);
    } else {
      after.expect(before, "Com_insert", RowInserts.ROWS);
    }
    return List.of(
        inserted + " rows inserted", contents(twin.connection, RowTable.of("insert", 0)));
  }

  /** Number of rows of a batch that were inserted: a driver may report success without a count. */
  private static int inserted(int[] counts) {
    return Arrays.stream(counts).map(count -> count == Statement.SUCCESS_NO_INFO ? 1 : count).sum();
  }

  private static List<String> committed(CommitBenchmark.Inserts twin) throws SQLException {
    twin.restart();
    SessionStatus before = SessionStatus.of(twin.connection);
    int inserted = twin.autoCommit ? twin.insert() : twin.insertAndCommit();
    SessionStatus after = SessionStatus.of(twin.connection);
    after.expect(before, "Com_insert", RowInserts.ROWS);
    after.expect(before, "Com_commit", twin.autoCommit ? 0 : 1);
    if (Sql.text(twin.connection, "SELECT @@autocommit").equals("1") != twin.autoCommit) {
      throw new IllegalStateException("is not what it is called: the server commits otherwise");
    }
    return List.of(
        inserted + " rows inserted", contents(twin.connection, RowTable.of("commit", 0)));
  }

  private static List<String> updated(PipelineBenchmark.Updates twin) throws SQLException {
    SessionStatus before = SessionStatus.of(twin.connection);
    int[] counts = twin.update();
    SessionStatus after = SessionStatus.of(twin.connection);
    after.expect(before, "Com_update", PipelineBenchmark.Updates.ROWS);
    after.expect(before, "Com_commit", 1);
    return List.of("updated " + Arrays.toString(counts), contents(twin.connection, twin.table));
  }

  private static List<String> encrypted(TlsBenchmark.Selects twin) throws SQLException {
    SessionStatus.of(twin.connection).expectEncrypted(twin.tls == Tls.ON);
    List<String> lines = new ArrayList<>();
    lines.add(twin.point.row(1).toString());
    lines.addAll(lines(twin.range, RowTable.POINT_ROWS));
    return lines;
  }

  private static List<String> routed(ReadOnlyRoutingBenchmark.Reads twin) throws SQLException {
    long writing = ProcessList.session(twin.connection);
    twin.connection.setReadOnly(true);
    long reading = ProcessList.session(twin.connection);
    twin.connection.setReadOnly(false);
    if ((reading != writing) != twin.routed) {
      throw new IllegalStateException(
          "is not what it is called: reads and writes go over "
              + (twin.routed ? "one connection" : "two connections"));
    }
    return List.of(twin.row(1).toString(), twin.row(RowTable.POINT_ROWS).toString());
  }

  private static List<String> burst(ThreadsBenchmark.Burst twin) throws Exception {
    boolean virtual = twin.executor.submit(() -> isOnVirtualThread()).get();
    if (virtual != (twin instanceof ThreadsBenchmark.Virtual)) {
      throw new IllegalStateException("is not what it is called: a thread is of the other kind");
    }
    List<String> lines = new ArrayList<>();
    for (Future<Row> done : twin.executor.invokeAll(twin.tasks)) {
      lines.add(done.get().toString());
    }
    return lines;
  }

  /** By reflection, because this is compiled for Java 17. */
  private static boolean isOnVirtualThread() throws ReflectiveOperationException {
    return Runtime.version().feature() >= FIRST_VIRTUAL_JAVA
        && (Boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
  }

  private static List<String> connected(ConnectBenchmark.Source twin) throws SQLException {
    if (twin instanceof ConnectBenchmark.Borrowed borrowed) {
      countChecks(borrowed);
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < TIMES; i++) {
      try (Connection connection = twin.take()) {
        lines.add(SessionStatus.facts(connection));
        if (twin instanceof ConnectBenchmark.Opened opened) {
          SessionStatus.of(connection).expectEncrypted(opened.tls == Tls.ON);
        }
      }
    }
    return lines;
  }

  /**
   * Borrows often, and demands as many checks by the server's count as the twin's name says. On a
   * machine that stops for half a second, HikariCP rightly checks.
   */
  private static void countChecks(ConnectBenchmark.Borrowed twin) throws SQLException {
    Map<Long, Long> pingsById = new HashMap<>();
    int again = 0;
    int checks = 0;
    for (int i = 0; i < BORROWS; i++) {
      try (Connection connection = twin.take()) {
        long pings = SessionStatus.of(connection).count("Com_admin_commands");
        Long before = pingsById.put(ProcessList.session(connection), pings);
        if (before != null) {
          again++;
          checks += pings > before ? 1 : 0;
        }
      }
    }
    boolean asCalled =
        twin instanceof ConnectBenchmark.Validated ? checks == again : checks < again;
    if (!asCalled) {
      throw new IllegalStateException(
          "is not what it is called: " + again + " borrows brought " + checks + " checks");
    }
  }
}
