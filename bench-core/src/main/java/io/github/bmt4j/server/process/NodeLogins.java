package io.github.bmt4j.server.process;

import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.StartOptions;

/**
 * The logins of a cluster's nodes.
 *
 * @param admin may do everything
 * @param application may do everything in the cluster's database, and write nowhere where read_only
 *     is on
 * @param replica reads the binary log
 */
record NodeLogins(Login admin, Login application, Login replica) {
  /** New random passwords. */
  static NodeLogins random() {
    return new NodeLogins(Login.random(), Login.random("bmt_app"), Login.random("bmt_replica"));
  }

  /** The statements that make the users and the database, one on each line. */
  String statements() {
    return admin.statements(Flavor.MARIADB)
        + "CREATE USER "
        + identified(application)
        + "GRANT ALL PRIVILEGES ON "
        + StartOptions.DATABASE
        + ".* TO "
        + quoted(application)
        + ";\nCREATE USER "
        + identified(replica)
        + "GRANT REPLICATION SLAVE ON *.* TO "
        + quoted(replica)
        + ";\n";
  }

  private static String identified(Login login) {
    return quoted(login) + " IDENTIFIED BY '" + login.password().reveal() + "';\n";
  }

  private static String quoted(Login login) {
    return "'" + login.user() + "'@'%'";
  }
}
