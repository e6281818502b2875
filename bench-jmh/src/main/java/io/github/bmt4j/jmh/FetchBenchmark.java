package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.PointTwin;
import io.github.bmt4j.jmh.twin.RangeSelect;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Cost of reading a result by its number of rows and the way it comes: as text, in the binary
 * protocol, and as text that is read while it arrives.
 *
 * <p>It stands for lists and exports from a warm cache; every column of every row is read into an
 * object, as applications do. Streamed means a fetch size of 100 rows for MariaDB Connector/J, and
 * {@link Integer#MIN_VALUE} (row by row) for MySQL Connector/J: with either, the server sends all
 * rows at once and the driver reads them from the socket when they are asked for. {@code
 * useCursorFetch} of MySQL Connector/J is another thing (the server keeps the result, and each
 * fetch is a round trip) and is not measured, nor is the memory that streaming saves: {@code -prof
 * gc} shows that.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar FetchBenchmark}; for publication with {@code
 * -f 5}.
 */
public class FetchBenchmark extends TwinBenchmark {
  /** A connection and its statement. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Fetch extends PointTwin {
    /** Rows of a result. */
    @Param({"1", "100", "10000"})
    public int rows = 100;

    final DriverSettings settings;
    Connection connection;
    RangeSelect select;

    Fetch(DriverSettings settings) {
      this.settings = settings;
    }

    RangeSelect select(Connection opened) throws SQLException {
      return new RangeSelect(opened);
    }

    @Override
    public void open(TrialServer server, int thread) throws SQLException {
      connection = closing(server.connect(settings));
      select = select(connection);
    }

    void read(Blackhole into) throws SQLException {
      select.read(rows, into);
    }
  }

  /** The driver prepares; values come as text. */
  public static class Text extends Fetch {
    public Text() {
      super(DriverSettings.PLAIN);
    }
  }

  /** The server prepares; values come in binary form. */
  public static class Binary extends Fetch {
    public Binary() {
      super(DriverSettings.PLAIN.withServerPrepared());
    }
  }

  /** Like text, but rows are read while they arrive. */
  public static class Streamed extends Fetch {
    private static final int ROWS_AT_ONCE = 100;

    public Streamed() {
      super(DriverSettings.PLAIN);
    }

    @Override
    RangeSelect select(Connection opened) throws SQLException {
      return new RangeSelect(opened, Sql.streamingFetchSize(opened, ROWS_AT_ONCE));
    }
  }

  /** All rows, as text. */
  @Benchmark
  public void text(Text at, Blackhole into) throws SQLException {
    at.read(into);
  }

  /** All rows, in binary form. */
  @Benchmark
  public void binary(Binary at, Blackhole into) throws SQLException {
    at.read(into);
  }

  /** All rows, as text, while they arrive. */
  @Benchmark
  public void streamed(Streamed at, Blackhole into) throws SQLException {
    at.read(into);
  }
}
