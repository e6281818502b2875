package io.github.bmt4j.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.Heard;
import io.github.bmt4j.workload.Table;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loads from a server that has room for few connections, or loses them. */
@Timeout(60)
class TableLoaderTest {
  private static final String URL = "jdbc:full:";

  private final StopSignal stop = new StopSignal();
  private final Heard heard = new Heard();
  private @Nullable Full server;

  @AfterEach
  void forget() throws SQLException {
    DriverManager.deregisterDriver(server);
  }

  @Test
  void everyConnectionIsTriedTwice() throws Exception {
    Full full = server(attempt -> attempt % 2 == 1, 4);

    assertThat(load(2, 2)).isEqualTo(2);
    assertThat(full.refused).isEqualTo(2);
    assertThat(heard.lines).noneMatch(line -> line.contains("no room"));
    assertThat(full.closed).hasValue(2);
  }

  @Test
  void aServerThatStaysFullIsAnError() throws Exception {
    Full full = server(attempt -> true, 0);

    assertThatThrownBy(() -> load(1, 1))
        .isInstanceOf(SQLException.class)
        .hasMessage("Too many connections");
    assertThat(full.refused).isEqualTo(2);
  }

  @Test
  void noMoreConnectionsAreOpenedThanThereIsWork() throws Exception {
    Full full = server(attempt -> false, 0);

    assertThat(load(1, 8)).isEqualTo(1);
    assertThat(full.attempts).isEqualTo(1);
    assertThat(full.closed).hasValue(1);
  }

  @Test
  void aServerThatIsFullLoadsToTheEndOverTheConnectionsThatItGave() throws Exception {
    Full full = server(attempt -> attempt > 2, 4);

    assertThat(load(4, 4)).isEqualTo(4);
    assertThat(heard.lines)
        .filteredOn(line -> line.contains("no room"))
        .containsExactly("The server has no room for more connections (error 1040): 2 of 4 load.");
    assertThat(full.statements).filteredOn(sql -> sql.startsWith("CREATE INDEX")).hasSize(4);
    assertThat(full.statements).filteredOn(sql -> sql.startsWith("ANALYZE")).hasSize(4);
    assertThat(full.closed).hasValue(2);
  }

  @Test
  void aConnectionThatWasLostIsReplaced() throws Exception {
    Full full = server(attempt -> false, 0);
    full.losesThemAll = true;

    assertThat(load(1, 1)).isEqualTo(1);
    assertThat(full.attempts).isGreaterThan(1);
    assertThat(full.closed).hasValue(full.attempts);
  }

  @Test
  void aStopIsHeardBeforeTheNextConnection() throws Exception {
    Full full =
        server(
            attempt -> {
              if (attempt == 2) {
                stop.give();
              }
              return false;
            },
            2);

    assertThatThrownBy(() -> load(4, 4))
        .isInstanceOf(TargetException.class)
        .hasMessage("stopped while loading; the tables made so far were dropped");
    assertThat(full.attempts).isEqualTo(2);
    assertThat(full.statements).filteredOn(sql -> sql.startsWith("DROP TABLE")).hasSize(4);
    assertThat(full.closed).hasValue(2);
  }

  @Test
  void noneIsOpenedForTheRestAfterALoaderFailed() throws Exception {
    CountDownLatch closing = new CountDownLatch(1);
    Full full =
        server(
            attempt -> {
              if (attempt == 2) {
                pass(closing);
              }
              return false;
            },
            0);
    full.closing = closing;
    full.refusesRows = true;

    assertThatThrownBy(() -> load(4, 4)).isInstanceOf(SQLException.class).hasMessage("disk full");
    // One for the load and one that was under way, or for dropping.
    assertThat(full.attempts).isEqualTo(2);
    assertThat(full.statements).filteredOn(sql -> sql.startsWith("DROP TABLE")).hasSize(4);
    assertThat(full.closed).hasValue(2);
  }

  /** Loads tables of one row and one index each; says how many rows. */
  private long load(int tables, int threads) throws SQLException, TargetException {
    Target target = new Target("full", URL, "", Secret.NONE, false);
    return new TableLoader(new Connector(target, PsMode.AUTO, 1), heard, stop)
        .load(
            IntStream.rangeClosed(1, tables).mapToObj(TableLoaderTest::table).toList(),
            List.of(),
            threads)
        .rows();
  }

  private static Table table(int number) {
    String name = "t" + number;
    return new Table(
        name,
        "CREATE TABLE " + name + " (id INT PRIMARY KEY)",
        List.of("CREATE INDEX k ON " + name + "(id)"),
        1,
        "id",
        "INSERT INTO " + name + " VALUES",
        () -> (sql, row) -> sql.append('(').append(row).append(')'));
  }

  private Full server(IntPredicate isFull, int awaited) throws SQLException {
    Full full = new Full(isFull, awaited);
    server = full;
    DriverManager.registerDriver(full);
    return full;
  }

  private static void pass(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Refuses some attempts to connect, counted from 1. One thread connects, any sends. */
  private static final class Full implements Driver {
    private final IntPredicate isFull;
    private final CountDownLatch awaited;
    private final List<String> statements = new CopyOnWriteArrayList<>();
    private final AtomicInteger closed = new AtomicInteger();
    private CountDownLatch closing = new CountDownLatch(0);
    private boolean losesThemAll;
    private boolean refusesRows;
    private int attempts;
    private int refused;

    /**
     * @param awaited attempts for which rows wait
     */
    Full(IntPredicate isFull, int awaited) {
      this.isFull = isFull;
      this.awaited = new CountDownLatch(awaited);
    }

    @Override
    public @Nullable Connection connect(String url, Properties login) throws SQLException {
      if (!acceptsURL(url)) {
        return null;
      }
      attempts++;
      boolean refuses = isFull.test(attempts);
      awaited.countDown();
      if (refuses) {
        refused++;
        throw new SQLException("Too many connections", "08004", 1040);
      }
      return fake(
          Connection.class,
          (proxy, method, values) ->
              switch (method.getName()) {
                case "createStatement" -> statement();
                case "getMetaData" -> fake(DatabaseMetaData.class, (p, m, v) -> "full");
                case "isValid" -> !losesThemAll;
                case "getAutoCommit" -> true;
                case "close" -> {
                  closed.incrementAndGet();
                  closing.countDown();
                  yield null;
                }
                default -> null;
              });
    }

    private Statement statement() {
      return fake(
          Statement.class,
          (proxy, method, values) ->
              switch (method.getName()) {
                case "execute" -> statements.add(String.valueOf(values[0]));
                case "executeUpdate" -> insert();
                case "executeQuery" -> one();
                default -> null;
              });
    }

    private int insert() throws SQLException {
      pass(awaited);
      if (refusesRows) {
        throw new SQLException("disk full", "HY000", 1021);
      }
      return 1;
    }

    /** One row. */
    private static ResultSet one() {
      AtomicBoolean there = new AtomicBoolean(true);
      return fake(
          ResultSet.class,
          (proxy, method, values) ->
              switch (method.getName()) {
                case "next" -> there.getAndSet(false);
                case "getLong" -> 1L;
                case "wasNull" -> false;
                default -> null;
              });
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.startsWith(URL);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties login) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
      return type.cast(
          Proxy.newProxyInstance(
              TableLoaderTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
  }
}
