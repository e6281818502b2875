package io.github.bmt4j.load;

import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.Measurement;
import io.github.bmt4j.measure.WorkerRecorder;
import io.github.bmt4j.target.ConnectionSource;
import io.github.bmt4j.workload.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs the workers of a run, one thread each, and collects what they record. They connect first,
 * then begin together.
 */
public final class LoadGenerator {
  private final LoadPlan plan;
  private final Clock clock;
  private final ConnectionSource source;
  private final IntFunction<Session> sessions;
  private final StopSignal stop;

  /**
   * @param sessions makes the session of a worker, by its number from 0
   */
  public LoadGenerator(
      LoadPlan plan,
      Clock clock,
      ConnectionSource source,
      IntFunction<Session> sessions,
      StopSignal stop) {
    this.plan = plan;
    this.clock = clock;
    this.source = source;
    this.sessions = sessions;
    this.stop = stop;
  }

  /** Told what happens while the load runs, on the thread that runs it. */
  public interface Observer extends IntervalCollector.Listener {
    /** All workers are connected, and none has begun. */
    void connected() throws SQLException;
  }

  /**
   * Runs the load to its end.
   *
   * @throws SQLException when a worker could not connect before the start, or the observer failed
   */
  public Measurement run(Observer observer) throws SQLException {
    RunState run = new RunState(plan, clock, stop);
    boolean openLoop = run.arrivals != null;
    boolean compact = plan.workers() > 64;
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < plan.workers(); i++) {
      workers.add(
          new Worker(run, source, sessions.apply(i), new WorkerRecorder(openLoop, compact)));
    }
    Crew crew = new Crew(run, workers);
    try {
      crew.connect();
      observer.connected();
      run.start();
      IntervalCollector collector = new IntervalCollector(run, workers, observer);
      crew.begin();
      return collector.collect(crew, source);
    } finally {
      crew.dismiss();
    }
  }

  /** The threads of a run. */
  static final class Crew {
    private final RunState run;
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch connected;
    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch done;
    private volatile @Nullable SQLException connectFailure;
    private volatile boolean dismissed;

    Crew(RunState run, List<Worker> workers) {
      this.run = run;
      this.connected = new CountDownLatch(workers.size());
      this.done = new CountDownLatch(workers.size());
      for (Worker worker : workers) {
        Thread thread = new Thread(() -> live(worker), "bmt-worker-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
      }
    }

    private void live(Worker worker) {
      try {
        try {
          worker.connect();
        } catch (SQLException e) {
          connectFailure = e;
        } finally {
          connected.countDown();
        }
        gate.await();
        if (!dismissed) {
          worker.work();
        }
      } catch (RuntimeException | Error | InterruptedException e) {
        run.abort("a worker ended early: " + e);
      } finally {
        done.countDown();
        worker.disconnect();
      }
    }

    void connect() throws SQLException {
      threads.forEach(Thread::start);
      try {
        connected.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLException("interrupted while connecting", e);
      }
      SQLException failure = connectFailure;
      if (failure != null) {
        throw failure;
      }
    }

    void begin() {
      gate.countDown();
    }

    /** Wakes workers that wait for anything but an answer of the server. */
    void interrupt() {
      threads.forEach(Thread::interrupt);
    }

    /** Workers that have not ended. */
    int busy() {
      return (int) done.getCount();
    }

    /** Lets workers go that never began, and waits a little for the threads to end. */
    void dismiss() {
      dismissed = gate.getCount() > 0;
      gate.countDown();
      for (Thread thread : threads) {
        try {
          if (busy() == 0) {
            thread.join(TimeUnit.SECONDS.toMillis(5));
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }
}
