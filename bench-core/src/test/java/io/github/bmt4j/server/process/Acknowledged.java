package io.github.bmt4j.server.process;

import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.NodeSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** An application that inserts numbers from 1000 on into the ledger, until its node fails it. */
final class Acknowledged implements AutoCloseable {
  private static final int FIRST = 1_000;

  private final List<Integer> rows = new CopyOnWriteArrayList<>();
  private final Connection connection;
  private final Thread writer;
  private volatile boolean ended;

  Acknowledged(Cluster lab, Node node) throws SQLException {
    connection = NodeSql.connect(lab, node, lab.application());
    writer = new Thread(this::write, "acknowledged");
    writer.start();
  }

  private void write() {
    try (Statement statement = connection.createStatement()) {
      for (int seq = FIRST; !ended; seq++) {
        statement.execute("INSERT INTO ledger VALUES (" + seq + ")");
        rows.add(seq);
      }
    } catch (SQLException e) {
      // What was not acknowledged does not count.
    }
  }

  /** The numbers whose insertion was acknowledged. */
  List<Integer> rows() {
    return List.copyOf(rows);
  }

  /** Waits until so many were acknowledged. */
  void await(int count) throws InterruptedException {
    for (int poll = 0; rows.size() < count; poll++) {
      if (poll == 3_000 || !writer.isAlive()) {
        throw new AssertionError("only " + rows.size() + " rows were acknowledged");
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  /** Whether a second passes without an acknowledgement; one may be on its way at first. */
  boolean isHeldUp() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(200);
    int before = rows.size();
    TimeUnit.SECONDS.sleep(1);
    return writer.isAlive() && rows.size() == before;
  }

  /** Ends it, and returns when it has ended. */
  @Override
  public void close() throws SQLException, InterruptedException {
    ended = true;
    writer.join(TimeUnit.SECONDS.toMillis(20));
    connection.close();
  }
}
