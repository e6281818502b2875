package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Portion;
import io.github.bmt4j.load.StatementClocks;
import io.github.bmt4j.load.agent.PartPlan;
import io.github.bmt4j.load.connections.ConnectionLoad;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.StatementRows;
import io.github.bmt4j.workload.Stopwatch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The load of a job that this process makes, or its part of it. Closing it ends its connections.
 */
final class LocalLoad implements PartPlan.OpenPart {
  private final Job job;
  private final List<Connector> endpoints;
  private final List<ConnectionSource> sources = new ArrayList<>();
  private final LoadGenerator generator;
  private final @Nullable ConnectionLoad others;
  private final Progress progress;

  LocalLoad(
      Job job,
      Portion portion,
      List<Connector> endpoints,
      boolean prepareFirst,
      Clock clock,
      StopSignal stop,
      Progress progress) {
    this.job = job;
    this.progress = progress;
    this.endpoints = endpoints;
    try (CloseOnFailure open = new CloseOnFailure(this::close)) {
      RoundRobin roundRobin = job.roundRobin(endpoints.size());
      int connections = (int) portion.part(job.scenario().connections());
      for (int i = 0; i < endpoints.size(); i++) {
        sources.add(job.connections(endpoints.get(i), roundRobin.threadsOf(i, connections)));
      }
      open.succeeded();
    }
    int threads = (int) portion.part(job.scenario().load().threads());
    StatementClocks clocks =
        job.scenario().client().byStatement() ? new StatementClocks(clock, threads) : null;
    LoadPlan plan = LoadPlans.of(job, portion, prepareFirst);
    ConnectionScenario wanted = job.scenario().load().connections();
    others =
        wanted == null ? null : new ConnectionLoad(wanted, portion, endpoints, plan, clock, stop);
    generator =
        new LoadGenerator(
            plan,
            clock,
            sources,
            worker ->
                job.session(
                    portion.number(worker), clocks == null ? Stopwatch.OFF : clocks.worker(worker)),
            stop,
            clocks);
  }

  @Override
  public List<Connector> endpoints() {
    return endpoints;
  }

  @Override
  public List<StatementRows> rows() {
    return job.workload().rows();
  }

  @Override
  public Measurement run(Observer observer) throws SQLException {
    return others == null ? generator.run(observer) : others.run(generator, observer, progress);
  }

  @Override
  public List<LastWrite> lastWrites(int endpoint) {
    return generator.lastWrites(endpoint);
  }

  @Override
  public void close() {
    sources.forEach(BoundedClose::of);
    if (others != null) {
      others.sources().forEach(BoundedClose::of);
    }
  }
}
