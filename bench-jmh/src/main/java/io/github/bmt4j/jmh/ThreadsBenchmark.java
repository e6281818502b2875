package io.github.bmt4j.jmh;

import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.jmh.twin.PointTasks;
import io.github.bmt4j.jmh.twin.TenConnections;
import io.github.bmt4j.jmh.twin.Twin;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import io.github.bmt4j.jmh.twin.VirtualThreads;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Threads;

/**
 * Cost of a task in a server application by the threads it runs on: platform threads of a fixed
 * pool, or a virtual thread each. A task borrows a connection from a HikariCP pool of ten, selects
 * a row by its primary key and gives the connection back; 100 tasks begin at once, and the score is
 * the time to the end of all, for one task.
 *
 * <p>It stands for bursts of short requests that outnumber the connections. With one such burst
 * after the other the connections are the limit, whatever the threads are: what shows is the cost
 * of waiting for a connection and of changing threads. It does not measure many thousand requests
 * that wait, which is what virtual threads are for, nor memory.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar ThreadsBenchmark}; for publication with
 * {@code -f 5}. Virtual threads need Java 21 ({@code -jvm}).
 */
@Needs(Feature.SERVER)
@Threads(1)
public class ThreadsBenchmark extends TwinBenchmark {
  /** An executor, a pool and the tasks of a burst. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Burst extends Twin {
    private ExecutorService executor;
    private TenConnections pool;
    private PointTasks tasks;

    abstract ExecutorService executor() throws ReflectiveOperationException;

    abstract boolean isVirtual();

    @Override
    public void open(Server server, int thread) throws ReflectiveOperationException {
      pool = closing(TenConnections.usual(server));
      executor = executor();
      closing(executor::shutdownNow);
      tasks = new PointTasks(pool);
    }

    long run() throws Exception {
      return tasks.run(executor);
    }

    @Override
    protected boolean readsPoints() {
      return true;
    }

    @Override
    public List<String> once() throws Exception {
      boolean virtual = executor.submit(() -> VirtualThreads.isCurrent()).get();
      if (virtual != isVirtual()) {
        throw new IllegalStateException("is not what it is called: a thread is of the other kind");
      }
      return tasks.lines(executor);
    }
  }

  /** A fixed pool of threads. */
  public static class Platform extends Burst {
    /** Threads in the pool. */
    @Param({"10", "100"})
    public int threads = TenConnections.CONNECTIONS;

    @Override
    ExecutorService executor() {
      return Executors.newFixedThreadPool(threads);
    }

    @Override
    boolean isVirtual() {
      return false;
    }
  }

  /** A thread for each task. */
  public static class Virtual extends Burst {
    @Override
    ExecutorService executor() throws ReflectiveOperationException {
      return VirtualThreads.executor();
    }

    @Override
    boolean isVirtual() {
      return true;
    }
  }

  /** 100 tasks on platform threads. */
  @Benchmark
  @OperationsPerInvocation(PointTasks.TASKS)
  public long platformThreads(Platform at) throws Exception {
    return at.run();
  }

  /** 100 tasks on virtual threads. */
  @Benchmark
  @Needs(Feature.VIRTUAL_THREADS)
  @OperationsPerInvocation(PointTasks.TASKS)
  public long virtualThreads(Virtual at) throws Exception {
    return at.run();
  }
}
