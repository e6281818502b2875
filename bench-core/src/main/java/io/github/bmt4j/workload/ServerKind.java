package io.github.bmt4j.workload;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/**
 * What a server is, as far as the text of a statement depends on it.
 *
 * @param mariaDb whether it is MariaDB; MySQL otherwise
 * @param major first number of its version
 * @param minor second number of its version
 */
public record ServerKind(boolean mariaDb, int major, int minor) {
  /** Asks the driver. */
  public static ServerKind of(Connection connection) throws SQLException {
    DatabaseMetaData server = connection.getMetaData();
    String product = server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
    return new ServerKind(
        product.toLowerCase(Locale.ROOT).contains("mariadb"),
        server.getDatabaseMajorVersion(),
        server.getDatabaseMinorVersion());
  }

  /** Whether its version is this one or a later one. */
  public boolean atLeast(int wantedMajor, int wantedMinor) {
    return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
  }

  /**
   * Whether it is told SQL_NO_CACHE. MySQL from 8.0 on has no query cache: the word is without
   * effect there, and a version to come will refuse it.
   */
  public boolean takesNoCache() {
    return mariaDb || major < 8;
  }

  /** Whether it has window functions: MariaDB from 10.2, MySQL from 8.0 on. */
  public boolean hasWindowFunctions() {
    return mariaDb ? atLeast(10, 2) : atLeast(8, 0);
  }
}
