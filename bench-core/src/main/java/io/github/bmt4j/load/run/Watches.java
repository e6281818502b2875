package io.github.bmt4j.load.run;

import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.load.nodes.NodesWatch;
import io.github.bmt4j.load.nodes.OwnStatements;
import io.github.bmt4j.sampling.SampledServer;
import io.github.bmt4j.sampling.ServerWatch;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The watches of a load: they read its servers while it runs.
 *
 * @param nodes of a cluster; absent if none are watched
 * @param servers servers whose series are read
 */
record Watches(@Nullable NodesWatch nodes, ServerWatch servers) implements AutoCloseable {
  static Watches begin(Job job, RunEndpoints reached, Context context, Path folder)
      throws SQLException {
    NodesWatch nodes =
        NodesWatch.begin(
            new NodesWatch.Servers(job, reached.servers(), reached.nodes()),
            job.scenario().countsRows(),
            context);
    Map<String, SampledServer> servers = new LinkedHashMap<>();
    for (EndpointServer server : reached.servers()) {
      put(servers, server, JdbcUrl.hosts(server.target().url()));
    }
    for (EndpointServer node : reached.nodes()) {
      put(servers, node, node.target().description());
    }
    return new Watches(
        nodes,
        new ServerWatch(
            job.scenario().series(),
            new ArrayList<>(servers.values()),
            reached.servers().get(0).target().password(),
            folder.resolve("server.csv"),
            context.clock(),
            context.stop()::given));
  }

  /**
   * A node that is also an endpoint gets the node's name; servers outside the MySQL family have no
   * known figures.
   */
  private static void put(Map<String, SampledServer> servers, EndpointServer server, String name) {
    if (server.isFamily()) {
      String identity = server.identity().server();
      servers.put(identity, new SampledServer(name, server.connector()));
    }
  }

  void measuresFrom(long nanos, double periodSeconds) {
    if (nodes != null) {
      nodes.measuresFrom(nanos);
    }
    servers.measuresFrom(nanos, Math.round(periodSeconds));
  }

  void loadEnded(long nanos) {
    servers.loadEnded(nanos);
    if (nodes != null) {
      nodes.loadEnded(nanos);
    }
  }

  List<String> notes(boolean over) {
    List<String> notes = new ArrayList<>(over && nodes != null ? nodes.notes() : List.of());
    notes.addAll(servers.notes(true));
    return notes;
  }

  /** Statements that the endpoints have counted so far for the watch of the nodes. */
  OwnStatements ofNodes() {
    return nodes == null ? OwnStatements.NONE : nodes.statements();
  }

  @Override
  public void close() {
    servers.close();
    if (nodes != null) {
      nodes.close();
    }
  }
}
