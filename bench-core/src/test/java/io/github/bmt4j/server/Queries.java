package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** What tests ask and tell a server. */
public final class Queries {
  private Queries() {}

  public static String one(Target target, String query) throws SQLException {
    try (Connection connection = connect(target)) {
      return Sql.text(connection, query);
    }
  }

  public static void execute(Target target, String... statements) throws SQLException {
    try (Connection connection = connect(target)) {
      Sql.execute(connection, statements);
    }
  }

  /** Demands that statements neither read files of the server's account nor write any. */
  public static void reachNoFiles(Connection server) throws SQLException {
    Path written = Path.of("/tmp/written-" + UUID.randomUUID());
    assertThatThrownBy(() -> Sql.execute(server, "SELECT 'key' INTO OUTFILE '" + written + "'"))
        .hasMessageContaining("secure-file-priv");
    assertThat(written).doesNotExist();
    assertThat(Sql.text(server, "SELECT COALESCE(LOAD_FILE('/etc/hostname'), 'unread')"))
        .isEqualTo("unread");
  }

  /** Demands that no account of bmt or of the server takes a login without a password. */
  public static void demandPasswords(String url) {
    for (String user : List.of("root", "mysql", "nobody", "bmt", "bmt_app", "bmt_replica")) {
      assertThatThrownBy(() -> DriverManager.getConnection(url, user, "").close())
          .as(user)
          .isInstanceOfSatisfying(
              SQLException.class,
              // MySQL may refuse an account that does not exist by its way of authentication.
              e -> assertThat(e.getSQLState()).isIn("28000", "08004"));
    }
  }

  public static void reachNoFiles(Target target) throws SQLException {
    try (Connection connection = connect(target)) {
      reachNoFiles(connection);
    }
  }

  private static Connection connect(Target target) throws SQLException {
    return DriverManager.getConnection(target.url(), target.user(), target.password().reveal());
  }
}
