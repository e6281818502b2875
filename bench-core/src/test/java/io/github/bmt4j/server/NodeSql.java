package io.github.bmt4j.server;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.server.Cluster.Node;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** What tests ask and tell the nodes of a replication lab. */
public final class NodeSql {
  private NodeSql() {}

  /**
   * A connection that gives up after 30 s without an answer: a Galera cluster may hold statements
   * for evs.inactive_timeout (15 s), until it has expelled a node that was lost.
   */
  public static Connection connect(Cluster lab, Node node, Login login) throws SQLException {
    return DriverManager.getConnection(
        lab.url(node) + "&connectTimeout=2000&socketTimeout=30000",
        login.user(),
        login.password().reveal());
  }

  public static void execute(Cluster lab, Node node, Login login, String... statements)
      throws SQLException {
    try (Connection connection = connect(lab, node, login)) {
      Sql.execute(connection, statements);
    }
  }

  /** The first column of every row. */
  public static List<String> column(Cluster lab, Node node, String query) throws SQLException {
    try (Connection connection = connect(lab, node, lab.admin())) {
      return Sql.texts(connection, query);
    }
  }

  /** Demands that statements on a node neither read files of its account nor write any. */
  private static void reachNoFiles(Cluster lab) throws SQLException {
    for (Node node : lab.nodes()) {
      try (Connection connection = connect(lab, node, lab.admin())) {
        Queries.reachNoFiles(connection);
      }
    }
  }

  /**
   * Demands that a cluster is closed to other machines, that each login takes a password, and that
   * statements reach no files.
   */
  public static void isClosed(Cluster lab) throws IOException, SQLException {
    Listening.onlyOnLoopback(lab);
    for (Node node : lab.nodes()) {
      Queries.demandPasswords(lab.url(node));
    }
    reachNoFiles(lab);
  }

  public static String one(Cluster lab, Node node, String query) throws SQLException {
    return column(lab, node, query).get(0);
  }
}
