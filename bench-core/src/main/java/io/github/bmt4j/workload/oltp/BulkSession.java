package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementTimer;
import io.github.bmt4j.workload.Statements;
import io.github.bmt4j.workload.Stopwatch;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The rows of one worker of {@link BulkInsert}: (1,1), (2,2) and so on, after the rows that the
 * table already has.
 *
 * <p>The packet belongs to the worker and not to the connection: it outlives a detach, because with
 * a pool each event has a connection of its own. The last, partly filled packet is sent after the
 * last event, inside the measurement. (sysbench sends it after the measurement.)
 *
 * <p>The table's last row is read at the first event, and again after a failure: it shows whether a
 * packet arrived, or must be sent again.
 */
final class BulkSession extends StatementSession {
  /** sysbench's packet with the zero byte at its end (src/db_driver.c, BULK_PACKET_SIZE). */
  private static final int PACKET_CHARS = 512 * 1024 - 1;

  private static final int LONGEST_ROW = "(-2147483648,-2147483648)".length();

  private final StatementTimer lookTimer;
  private final StatementTimer sendTimer;
  private final String table;
  private final String head;
  private final StringBuilder packet = new StringBuilder(PACKET_CHARS + LONGEST_ROW + 1);
  private final StringBuilder row = new StringBuilder(LONGEST_ROW);
  private long lastId;
  private boolean empty = true;
  private boolean tableKnown;

  BulkSession(int tableNumber, Stopwatch stopwatch) {
    super(new Statements(List.of()));
    lookTimer = stopwatch.timer("last-id", Stopwatch.Kind.READ);
    sendTimer = stopwatch.timer("bulk-insert", Stopwatch.Kind.WRITE);
    table = "sbtest" + tableNumber;
    head = "INSERT INTO " + table + " VALUES";
    packet.append(head);
  }

  /** Draws no key: the next row follows the last one. */
  @Override
  public void next() {}

  @Override
  public void execute(StatementCounts counts) throws SQLException {
    counts.phase(ErrorPhase.STATEMENT);
    if (!tableKnown) {
      look(counts);
    }
    long id = lastId + 1;
    row.setLength(0);
    row.append('(').append(id).append(',').append(id).append(')');
    int comma = empty ? 0 : 1;
    if (packet.length() + comma + row.length() > PACKET_CHARS) {
      send(counts);
    }
    if (!empty) {
      packet.append(',');
    }
    packet.append(row);
    empty = false;
    lastId = id;
  }

  @Override
  public boolean pending() {
    return !empty;
  }

  @Override
  public void finish(StatementCounts counts) throws SQLException {
    if (!tableKnown) {
      look(counts);
    }
    if (!empty) {
      send(counts);
    }
  }

  @Override
  public LastWrite lastWrite() {
    return new LastWrite("SELECT 1 FROM " + table + " WHERE id = " + lastId, "1", true);
  }

  private void look(StatementCounts counts) throws SQLException {
    Statement text = statements.text();
    long start = lookTimer.start();
    try (ResultSet last = text.executeQuery("SELECT COALESCE(MAX(id), 0) FROM " + table)) {
      last.next();
      long lastInTable = last.getLong(1);
      if (empty) {
        lastId = lastInTable;
      } else if (lastInTable >= lastId) {
        startPacket();
      }
    }
    lookTimer.stop(start);
    counts.read();
    tableKnown = true;
  }

  private void send(StatementCounts counts) throws SQLException {
    counts.phase(ErrorPhase.COMMIT);
    tableKnown = false;
    Statement text = statements.text();
    String sql = packet.toString();
    long start = sendTimer.start();
    int rows = text.executeUpdate(sql);
    sendTimer.stop(start);
    tableKnown = true;
    counts.changed(rows);
    startPacket();
  }

  private void startPacket() {
    packet.setLength(head.length());
    empty = true;
  }
}
