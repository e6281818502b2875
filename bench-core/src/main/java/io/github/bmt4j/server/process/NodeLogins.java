package io.github.bmt4j.server.process;

import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.server.LabOptions;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.Passwords;

/**
 * Who logs in to the nodes of a lab.
 *
 * @param admin may do everything
 * @param application may do everything in the lab's database, and write nowhere where read_only is
 *     on
 * @param replica reads the binary log
 */
record NodeLogins(Login admin, Login application, Login replica) {
  /** New random passwords. */
  static NodeLogins random() {
    return new NodeLogins(Login.random(), withName("bmt_app"), withName("bmt_replica"));
  }

  private static Login withName(String user) {
    return new Login(user, Secret.of(Passwords.random(24)));
  }

  /** The statements that make the users and the database, one on each line. */
  String statements() {
    return admin.statements(Flavor.MARIADB)
        + "CREATE USER "
        + identified(application)
        + "GRANT ALL PRIVILEGES ON "
        + LabOptions.DATABASE
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
