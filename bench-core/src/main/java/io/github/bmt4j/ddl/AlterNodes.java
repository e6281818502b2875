package io.github.bmt4j.ddl;

import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.endpoint.TimedQuery;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.nodes.NodesWatch;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.tables.WorkloadTables;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Nodes whose lag behind the altered server is watched.
 *
 * @param servers the altered server and its nodes; empty without nodes
 */
record AlterNodes(List<EndpointServer> servers) {
  /** A load without its tables, which are not compared between nodes. */
  private record NoTables(Job job) implements WorkloadTables {
    @Override
    public Workload workload() {
      return job.workload();
    }

    @Override
    public Params params() {
      return job.params();
    }

    @Override
    public int threads() {
      return job.threads();
    }

    @Override
    public PsMode psMode() {
      return job.psMode();
    }

    @Override
    public List<Table> tables() {
      return List.of();
    }
  }

  static AlterNodes reach(Target altered, List<Target> nodes, Context context)
      throws TargetException {
    if (nodes.isEmpty()) {
      return new AlterNodes(List.of());
    }
    List<Target> all = Stream.concat(Stream.of(altered), nodes.stream()).toList();
    return new AlterNodes(
        EndpointServer.reach(
            PsMode.DISABLE,
            all,
            TimedQuery.with(context.clock(), context.stop()),
            LoadDriver.own(DriverWish.OWN)));
  }

  /** Begins to watch; absent without nodes. */
  @Nullable NodesWatch begin(Job job, Context context) throws SQLException {
    return servers.isEmpty()
        ? null
        : NodesWatch.begin(
            new NodesWatch.Servers(
                new NoTables(job), servers.subList(0, 1), servers.subList(1, servers.size())),
            false,
            context);
  }
}
