package io.github.bmt4j.preparation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.PsMode;
import io.github.bmt4j.target.Secret;
import io.github.bmt4j.target.Target;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.function.IntPredicate;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Loads from a server that counts closed connections for a moment. */
class TableLoaderTest {
  private static final String URL = "jdbc:full:";

  private @Nullable Full server;

  @AfterEach
  void forget() throws SQLException {
    DriverManager.deregisterDriver(server);
  }

  @Test
  void everyConnectionIsTriedTwice() throws Exception {
    Full full = server(attempt -> attempt % 4 == 0);

    assertThat(loader().load(List.of(), List.of(), 1).rows()).isZero();
    assertThat(full.refused).isGreaterThan(1);
  }

  @Test
  void aServerThatStaysFullIsAnError() throws Exception {
    Full full = server(attempt -> true);

    assertThatThrownBy(() -> loader().load(List.of(), List.of(), 1))
        .isInstanceOf(SQLException.class)
        .hasMessage("Too many connections");
    assertThat(full.refused).isEqualTo(2);
  }

  private Full server(IntPredicate isFull) throws SQLException {
    Full full = new Full(isFull);
    server = full;
    DriverManager.registerDriver(full);
    return full;
  }

  private static TableLoader loader() {
    Target target = new Target("full", URL, "", Secret.NONE, false);
    return new TableLoader(
        new Connector(target, PsMode.AUTO, 1), Progress.SILENT, new StopSignal());
  }

  /** Refuses some attempts to connect, counted from 1. Used by one thread. */
  private static final class Full implements Driver {
    private final IntPredicate isFull;
    private int attempts;
    private int refused;

    Full(IntPredicate isFull) {
      this.isFull = isFull;
    }

    @Override
    public @Nullable Connection connect(String url, Properties login) throws SQLException {
      if (!acceptsURL(url)) {
        return null;
      }
      attempts++;
      if (isFull.test(attempts)) {
        refused++;
        throw new SQLException("Too many connections", "08004", 1040);
      }
      return fake(Connection.class);
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

    private static <T> T fake(Class<T> type) {
      return type.cast(
          Proxy.newProxyInstance(
              TableLoaderTest.class.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, values) ->
                  switch (method.getName()) {
                    case "createStatement" -> fake(Statement.class);
                    case "getMetaData" -> fake(DatabaseMetaData.class);
                    case "getDriverName" -> "full";
                    default -> null;
                  }));
    }
  }
}
