package io.github.bmt4j.jmh.profile;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.load.ServerCounters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * {@code -prof bmt}: the growth of the server's own counters for each operation. What reading them
 * adds is taken off; what prepares an iteration in addition to the trial, such as emptying a table,
 * is not. They are the counters of the whole server: what others do on it is in them.
 */
public final class BmtProfiler implements InternalProfiler, TrialServer.IterationWatch {
  private @Nullable TrialServer server;
  private @Nullable Connection connection;
  private @Nullable ServerCounters before;
  private @Nullable ServerCounters ofReading;
  private @Nullable ServerCounters growth;

  /** Looks on from now on. */
  public BmtProfiler() {
    TrialServer.watch(this);
  }

  @Override
  public String getDescription() {
    return "The database server's own counters for each operation";
  }

  @Override
  public void begins(TrialServer at) throws SQLException {
    Connection open = connection(at);
    ServerCounters first = ShownCounters.read(open);
    ServerCounters second = ShownCounters.read(open);
    ofReading = second.minus(first);
    before = second;
  }

  @Override
  public void ends(TrialServer at) throws SQLException {
    if (before != null && ofReading != null) {
      growth = ShownCounters.read(connection(at)).minus(before).minus(ofReading);
    }
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = null;
    growth = null;
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    ServerCounters grown = growth;
    long operations = result.getMetadata().getAllOps();
    if (grown == null || operations == 0) {
      return List.of();
    }
    List<Result<?>> results = new ArrayList<>();
    ShownCounters.of(grown)
        .forEach(
            (name, value) ->
                results.add(
                    new ScalarResult(
                        "bmt." + name,
                        (double) value / operations,
                        name.startsWith("bytes") ? "B/op" : "#/op",
                        AggregationPolicy.AVG)));
    return results;
  }

  /** One connection for all iterations of a trial; it goes with the fork. */
  private Connection connection(TrialServer at) throws SQLException {
    Connection open = connection;
    if (open == null || !at.equals(server)) {
      if (open != null) {
        open.close();
      }
      open = at.connect(DriverSettings.PLAIN);
      connection = open;
      server = at;
    }
    return open;
  }
}
