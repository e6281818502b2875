package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.PointSelect;
import io.github.bmt4j.jmh.twin.PointTwin;
import io.github.bmt4j.jmh.twin.Row;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import io.github.bmt4j.workload.SplitMix64;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Cost of a statement by the way it is sent: a row by its primary key, as text, prepared by the
 * driver, and prepared on the server.
 *
 * <p>It stands for short reads from a warm cache over connections that stay open: statements are
 * made once and used again. It does not measure the cost of preparing, nor the disk, nor queues in
 * a busy server.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar StatementBenchmark}; for publication with
 * {@code -f 5}.
 */
public class StatementBenchmark extends TwinBenchmark {
  /** A connection and its statement. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Select extends PointTwin {
    final DriverSettings settings;
    Connection connection;
    PointSelect select;
    private SplitMix64 random;

    Select(DriverSettings settings) {
      this.settings = settings;
    }

    PointSelect select(Connection opened) throws SQLException {
      return PointSelect.prepared(opened);
    }

    @Override
    public void open(TrialServer server, int thread) throws SQLException {
      connection = closing(server.connect(settings));
      select = select(connection);
      random = new SplitMix64(SplitMix64.stateOf(1, thread));
    }

    Row next() throws SQLException {
      return select.row(1 + random.nextInt(RowTable.POINT_ROWS));
    }
  }

  /** The id is in the text. */
  public static class Text extends Select {
    public Text() {
      super(DriverSettings.PLAIN);
    }

    @Override
    PointSelect select(Connection opened) throws SQLException {
      return PointSelect.text(opened);
    }
  }

  /** The id is a parameter that the driver writes into the text. */
  public static class ClientPrepared extends Select {
    public ClientPrepared() {
      super(DriverSettings.PLAIN);
    }
  }

  /** The id is a parameter of a statement that the server keeps. */
  public static class ServerPrepared extends Select {
    public ServerPrepared() {
      super(DriverSettings.PLAIN.withServerPrepared());
    }
  }

  /** A row, by a text of its own. */
  @Benchmark
  public Row text(Text at) throws SQLException {
    return at.next();
  }

  /** A row, by a statement that the driver completes. */
  @Benchmark
  public Row clientPrepared(ClientPrepared at) throws SQLException {
    return at.next();
  }

  /** A row, by a statement that the server knows. */
  @Benchmark
  public Row serverPrepared(ServerPrepared at) throws SQLException {
    return at.next();
  }
}
