package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.jmh.twin.PointSelect;
import io.github.bmt4j.jmh.twin.Row;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.SessionStatus;
import io.github.bmt4j.jmh.twin.Twin;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import io.github.bmt4j.workload.SplitMix64;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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
  public abstract static class Select extends Twin {
    private static final int[] PROOF_IDS = {1, 2, 4_999, RowTable.POINT_ROWS};

    private final DriverSettings settings;
    private Connection connection;
    private PointSelect select;
    private SplitMix64 random;

    Select(DriverSettings settings) {
      this.settings = settings;
    }

    PointSelect select(Connection opened) throws SQLException {
      return PointSelect.prepared(opened);
    }

    @Override
    public void open(Server server, int thread) throws SQLException {
      connection = closing(server.connect(settings));
      select = select(connection);
      random = new SplitMix64(SplitMix64.stateOf(1, thread));
    }

    Row next() throws SQLException {
      return select.row(1 + random.nextInt(RowTable.POINT_ROWS));
    }

    @Override
    protected boolean readsPoints() {
      return true;
    }

    @Override
    public List<String> once() throws SQLException {
      SessionStatus before = SessionStatus.of(connection);
      List<String> rows = new ArrayList<>();
      for (int id : PROOF_IDS) {
        rows.add(select.row(id).toString());
      }
      SessionStatus after = SessionStatus.of(connection);
      after.expect(before, "Com_stmt_execute", settings.serverPrepared() ? PROOF_IDS.length : 0);
      return rows;
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
