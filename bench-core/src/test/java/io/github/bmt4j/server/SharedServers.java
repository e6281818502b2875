package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Servers that the tests of one JVM use in turn: each is started once and ends with the JVM. */
public final class SharedServers {
  private static final Map<String, Server> OPEN = new HashMap<>();

  private SharedServers() {}

  /**
   * A server as it starts without options, with an empty database. Closing it drops the tables of
   * that database. Tests that change global settings start a server of their own.
   */
  public static synchronized Server use(TargetSpec spec) throws TargetException {
    Server lab = OPEN.get(spec.toString());
    if (lab == null) {
      lab = ItServers.open(spec);
      OPEN.put(spec.toString(), lab);
    }
    return lab instanceof Server.Restartable again
        ? new BorrowedAndRestartable(again)
        : new Borrowed(lab);
  }

  private static class Borrowed implements Server {
    private final Server lab;

    Borrowed(Server lab) {
      this.lab = lab;
    }

    @Override
    public Target target() {
      return lab.target();
    }

    @Override
    public OptionalLong pid() {
      return lab.pid();
    }

    @Override
    public void close() {
      Target target = target();
      try (Connection connection =
              DriverManager.getConnection(target.url(), target.user(), target.password().reveal());
          Statement statement = connection.createStatement()) {
        List<String> tables = new ArrayList<>();
        try (ResultSet names = statement.executeQuery("SHOW TABLES")) {
          while (names.next()) {
            tables.add("`" + names.getString(1) + "`");
          }
        }
        for (String table : tables) {
          statement.execute("DROP TABLE " + table);
        }
      } catch (SQLException e) {
        throw new IllegalStateException("the next test would find tables of this one", e);
      }
    }
  }

  private static final class BorrowedAndRestartable extends Borrowed implements Server.Restartable {
    private final Server.Restartable lab;

    BorrowedAndRestartable(Server.Restartable lab) {
      super(lab);
      this.lab = lab;
    }

    @Override
    public void restart() throws TargetException {
      lab.restart();
    }
  }
}
