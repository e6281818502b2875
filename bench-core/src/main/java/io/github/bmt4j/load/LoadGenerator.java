package io.github.bmt4j.load;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the workers of a run, one thread each, and collects their records. Workers first connect,
 * then begin together.
 */
public final class LoadGenerator implements Load {
  private final LoadPlan plan;
  private final Clock clock;
  private final List<ConnectionSource> sources;
  private final IntFunction<Session> sessions;
  private final StopSignal stop;
  private final @Nullable StatementClocks clocks;
  private LastWrites lastWrites = new LastWrites();
  private LongConsumer begun = nanos -> {};

  /**
   * @param sessions makes the session of a worker, by its number from 0
   */
  public LoadGenerator(
      LoadPlan plan,
      Clock clock,
      ConnectionSource source,
      IntFunction<Session> sessions,
      StopSignal stop) {
    this(plan, clock, List.of(source), sessions, stop, null);
  }

  /**
   * @param sources one for each endpoint; workers are dealt over them in turn
   * @param sessions makes the session of a worker, by its number from 0
   * @param clocks clocks for the sessions' statements; absent if statements are not timed
   */
  public LoadGenerator(
      LoadPlan plan,
      Clock clock,
      List<ConnectionSource> sources,
      IntFunction<Session> sessions,
      StopSignal stop,
      @Nullable StatementClocks clocks) {
    this.clocks = clocks;
    this.plan = plan;
    this.clock = clock;
    this.sources = List.copyOf(sources);
    this.sessions = sessions;
    this.stop = stop;
  }

  /** Tells the moment at which the load begins, on the clock, when it is known. */
  public void tell(LongConsumer listener) {
    begun = listener;
  }

  @Override
  public List<LastWrite> lastWrites(int endpoint) {
    return lastWrites.of(sources.get(endpoint));
  }

  private Worker worker(int number, ConnectionSource source, RunState run) {
    return new Worker(
        run,
        source,
        sessions.apply(number), // Before the recorder: statements are shown in this order.
        new WorkerRecorder(
            run.isScheduled(),
            plan.kinds().size(),
            plan.shares(),
            clocks == null ? null : clocks.worker(number)));
  }

  @Override
  public Measurement run(Observer observer) throws SQLException {
    RunState run = new RunState(plan, clock, stop);
    run.over(sources);
    lastWrites = run.lastWrites;
    RoundRobin roundRobin = new RoundRobin(sources.size(), plan.pace().dealt().endpointThreads());
    List<Worker> workers =
        IntStream.range(0, plan.workers())
            .mapToObj(i -> worker(i, sources.get(roundRobin.endpointOf(i)), run))
            .toList();
    WorkerThreads threads = new WorkerThreads(run, workers, roundRobin);
    try {
      threads.connect();
      observer.connected();
      sources.forEach(ConnectionSource::loadBegins);
      run.start(observer.begins(clock.nanoTime()));
      begun.accept(run.originNanos());
      observer.measuresFrom(run.measureFromNanos());
      ProgressWatch watch = new ProgressWatch(run, workers);
      run.watchedBy(watch);
      IntervalCollector collector =
          new IntervalCollector(
              run, workers, roundRobin, watch, observer, clocks == null ? List::of : clocks::drain);
      try (Rounds looks =
          new Rounds("bmt-watch", watch::look, () -> {}, ProgressWatch.PERIOD, clock)) {
        threads.begin();
        return collector.collect(threads, sources);
      }
    } finally {
      threads.dismiss();
    }
  }
}
