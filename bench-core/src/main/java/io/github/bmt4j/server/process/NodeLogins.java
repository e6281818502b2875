package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.StartOptions;

/**
 * The logins of a cluster's nodes.
 *
 * @param admin may do everything
 * @param application may do everything in the cluster's database, but not write while read_only is
 *     on
 * @param replica reads the binary log
 */
record NodeLogins(Login admin, Login application, Login replica) {
  static NodeLogins random() {
    return new NodeLogins(Login.random(), Login.random("bmt_app"), Login.random("bmt_replica"));
  }

  /**
   * The statements that create the users and the database, one on each line. They can be repeated,
   * which happens if a start fails after them.
   */
  String statements() {
    return admin.statements()
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
