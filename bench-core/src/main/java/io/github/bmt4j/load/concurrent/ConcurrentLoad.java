package io.github.bmt4j.load.concurrent;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.ClientWatch;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Portion;
import io.github.bmt4j.load.run.BoundedClose;
import io.github.bmt4j.load.run.BusyMachine;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.LoadPlans;
import io.github.bmt4j.load.run.Rounding;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A load that runs until it is closed, and whose caller cuts its figures into windows. It never
 * gives up: its purpose is to show statements that stop it, even for hours, and tools that take its
 * table away for a moment. It has a problem if operations still fail at its end in a way that
 * retrying cannot fix.
 *
 * <p>Windows end at the load's own intervals of 50 ms, with the first whole one after the cut, so
 * that operations that a cut waited for end in the window before it. An operation belongs to the
 * window in which it ended.
 */
public final class ConcurrentLoad implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final int INTERVALS_TO_A_CUT = 2;
  private static final int INTERVALS_TO_A_LOOK = 20;

  private final Clock clock;
  private final StopSignal stop;
  private final CountDownLatch begun = new CountDownLatch(1);
  private final Thread thread;
  private final ConnectionSource source;
  private volatile @Nullable Throwable failure;
  private volatile @Nullable Measurement measurement;
  private final OpenWindow present = new OpenWindow();
  private final int threads;
  private final ClientWatch client;
  private long intervals;
  private boolean ended;

  /**
   * The figures between two cuts.
   *
   * @param fromNanos begin, since the start of the load
   * @param toNanos end
   * @param withoutSuccessNanos the longest time without a success that ended in the window; too
   *     short by up to two intervals of the load
   */
  public record Window(
      long fromNanos, long toNanos, Counts counts, Latencies latencies, long withoutSuccessNanos) {
    public double seconds() {
      return (toNanos - fromNanos) / 1e9;
    }

    /** This window and the next as one. */
    public Window and(Window next) {
      return new Window(
          fromNanos,
          next.toNanos,
          counts.plus(next.counts),
          latencies.plus(next.latencies),
          Math.max(withoutSuccessNanos, next.withoutSuccessNanos));
    }
  }

  /** The figures since the last cut. */
  static final class OpenWindow {
    private Latencies latencies = new Latencies();
    private Counts counts = Counts.ZERO;
    private long fromNanos;
    private long toNanos;
    private long successNanos;
    private long withoutSuccessNanos;

    void add(Interval interval) {
      latencies.add(interval.latencies());
      counts = counts.plus(interval.counts());
      toNanos = interval.toNanos();
      if (interval.counts().of(Counter.TRANSACTIONS) > 0) {
        successNanos = toNanos;
      }
      withoutSuccessNanos = Math.max(withoutSuccessNanos, toNanos - successNanos);
    }

    Window cut() {
      Window window = new Window(fromNanos, toNanos, counts, latencies, withoutSuccessNanos);
      latencies = new Latencies();
      counts = Counts.ZERO;
      fromNanos = toNanos;
      withoutSuccessNanos = 0;
      return window;
    }
  }

  private ConcurrentLoad(Job job, Target target, Clock clock, StopSignal user) {
    this.clock = clock;
    this.stop = new StopSignal(user);
    this.threads = job.scenario().load().threads();
    this.client = new ClientWatch(clock);
    Connector connector =
        LoadDriver.own(DriverWish.OWN).connector(target, job.psMode(), job.statements());
    LoadPlan usual = LoadPlans.of(job, Portion.WHOLE, false);
    LoadPlan plan =
        new LoadPlan(
            usual.workers(),
            usual.profile(),
            new LoadPlan.Times(Duration.ZERO, Duration.ZERO, INTERVAL, GRACE, LoadPlan.Times.NEVER),
            0,
            usual.pace(),
            usual.retry(),
            usual.prepareFirst(),
            List.of(),
            usual.shares());
    this.source = job.connections(connector);
    LoadGenerator generator = new LoadGenerator(plan, clock, source, job::session, stop);
    this.thread = Daemon.thread("bmt-concurrent", () -> run(generator));
  }

  /** Starts the load of a job whose tables exist; returns when it is under way. */
  public static ConcurrentLoad start(Job job, Target target, Clock clock, StopSignal user)
      throws TargetException {
    ConcurrentLoad load = new ConcurrentLoad(job, target, clock, user);
    load.thread.start();
    try {
      load.begun.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      load.close();
      throw new TargetException("interrupted", e);
    }
    Throwable failed = load.failure;
    if (failed != null) {
      load.close();
      throw new TargetException("the concurrent load cannot run: " + why(failed), failed);
    }
    return load;
  }

  public synchronized Window cut() {
    long wanted = intervals + INTERVALS_TO_A_CUT;
    while (intervals < wanted && !ended) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    return present.cut();
  }

  /** Cuts after a time, or when the user ends the run. */
  public Window cutAfter(Duration time) {
    clock.sleepUntil(clock.nanoTime() + time.toNanos(), stop::givenByUser);
    return cut();
  }

  public synchronized List<Reason> problems() {
    Throwable failed = failure;
    if (failed != null) {
      return List.of(Code.ENDED_EARLY.of("the concurrent load ended: " + why(failed)));
    }
    Measurement measured = measurement;
    if (measured == null) {
      return List.of();
    }
    List<Reason> problems = new ArrayList<>(measured.ending().problems());
    BusyMachine.spoils(client.readings(0), threads, measured.elapsedNanos() / 1e9)
        .ifPresent(problems::add);
    Double still = Rounding.seconds(measured.disturbances().stoodStillNanos());
    if (still != null) {
      problems.add(Code.CLIENT_PAUSED.of(words("the client itself stood still for %.1f s", still)));
    }
    return problems;
  }

  /** Ends the load; waits for operations under way as long as any run does. */
  @Override
  public void close() {
    stop.give();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    BoundedClose.of(source);
  }

  private void run(LoadGenerator generator) {
    try {
      measurement = generator.run(new Listener());
    } catch (SQLException | RuntimeException | Error e) {
      failure = e;
    } finally {
      synchronized (this) {
        ended = true;
        notifyAll();
      }
      begun.countDown();
    }
  }

  private static String why(Throwable failed) {
    return failed instanceof SQLException ? String.valueOf(failed.getMessage()) : failed.toString();
  }

  private synchronized void add(Interval interval) {
    present.add(interval);
    intervals++;
    notifyAll();
  }

  private final class Listener implements Load.Observer {
    @Override
    public void connected() {
      client.begin(); // The first interval says that it is under way.
    }

    @Override
    public void counting(boolean bound) {
      if (intervals % INTERVALS_TO_A_LOOK == 0) {
        client.counting(false);
      }
    }

    @Override
    public void interval(Interval interval) {
      add(interval);
      begun.countDown();
    }
  }
}
