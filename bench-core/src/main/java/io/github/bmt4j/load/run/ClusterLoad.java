package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.ClusterServer;

/** A load that begins when all nodes of its cluster have the tables. */
public record ClusterLoad<R extends Result>(Experiment<R> load, ClusterServer cluster)
    implements Experiment<R> {
  @Override
  public String name() {
    return load.name();
  }

  @Override
  public void check() {
    load.check();
  }

  @Override
  public Session<R> open(Context context) throws TargetException {
    Session<R> session = load.open(context);
    try (CloseOnFailure ready = new CloseOnFailure(session::close)) {
      cluster.awaitCaughtUp();
      ready.succeeded();
      return session;
    }
  }
}
