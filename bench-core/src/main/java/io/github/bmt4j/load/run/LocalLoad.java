package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Share;
import io.github.bmt4j.load.StatementClocks;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.Stopwatch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The load of a job that this process makes, or its part of it. Closing it ends its connections.
 */
final class LocalLoad implements Load, AutoCloseable {
  private final List<ConnectionSource> sources = new ArrayList<>();
  private final LoadGenerator generator;

  LocalLoad(
      Job job,
      Share share,
      List<Connector> endpoints,
      boolean prepareFirst,
      Clock clock,
      StopSignal stop) {
    boolean open = false;
    try {
      RoundRobin roundRobin = job.roundRobin(endpoints.size());
      int connections = (int) share.part(job.scenario().connections());
      for (int i = 0; i < endpoints.size(); i++) {
        sources.add(job.connections(endpoints.get(i), roundRobin.threadsOf(i, connections)));
      }
      open = true;
    } finally {
      if (!open) {
        close();
      }
    }
    int threads = (int) share.part(job.scenario().load().threads());
    StatementClocks clocks =
        job.scenario().client().byStatement() ? new StatementClocks(clock, threads) : null;
    generator =
        new LoadGenerator(
            LoadPlans.of(job, share, prepareFirst),
            clock,
            sources,
            worker ->
                job.session(
                    share.number(worker), clocks == null ? Stopwatch.OFF : clocks.worker(worker)),
            stop,
            clocks);
  }

  @Override
  public Measurement run(Observer observer) throws SQLException {
    return generator.run(observer);
  }

  @Override
  public List<LastWrite> lastWrites(int endpoint) {
    return generator.lastWrites(endpoint);
  }

  @Override
  public void close() {
    sources.forEach(BoundedClose::of);
  }
}
