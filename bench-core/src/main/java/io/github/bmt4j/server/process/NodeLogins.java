package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

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
  static NodeLogins random() {
    return new NodeLogins(Login.random(), Login.random("bmt_app"), Login.random("bmt_replica"));
  }

  /**
   * The statements that make the users and the database, one on each line. They can be executed
   * again, as they are when a start has failed after them.
   */
  String statements(Flavor product) {
    return admin.statements(product)
        + words(
            """
            DROP USER IF EXISTS %1$s, %4$s;
            CREATE USER %2$s;
            GRANT ALL PRIVILEGES ON %3$s.* TO %1$s;
            CREATE USER %5$s;
            GRANT REPLICATION SLAVE ON *.* TO %4$s;
            """,
            application.quoted(),
            application.identified(),
            StartOptions.DATABASE,
            replica.quoted(),
            replica.identified());
  }
}
