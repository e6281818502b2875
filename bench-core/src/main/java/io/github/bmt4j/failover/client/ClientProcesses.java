package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.ProbePlan.Urls;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/**
 * An application in a client JVM, with its connectors in another one: addresses that the JVM keeps,
 * and the deny list that the driver keeps in static fields, are then renewed only by the pools, as
 * in an application that opens all connections by its pool.
 */
public record ClientProcesses(Client pools, Client connectors) implements Client {

  /**
   * Starts the client JVMs and waits until pools are connected and probes run.
   *
   * @param folder for their files
   * @param javaOptions of both
   * @param clock clock of all times
   * @throws TargetException when one of them cannot run; then nothing is left behind
   */
  public static Client start(ProbePlan plan, Path folder, List<String> javaOptions, Clock clock)
      throws TargetException {
    Urls urls = plan.urls();
    boolean hasPools = urls.write() != null || urls.read() != null;
    if (urls.connect() == null || plan.load().connectsPerSecond() <= 0 || !hasPools) {
      return ClientProcess.start(plan, folder, javaOptions, clock);
    }
    Path other;
    try {
      other = Files.createDirectory(folder.resolve("connectors"));
    } catch (IOException e) {
      throw new TargetException("cannot write files: " + e.getMessage(), e);
    }
    Client pools =
        ClientProcess.start(
            plan.with(new Urls(urls.write(), urls.read(), null)), folder, javaOptions, clock);
    try (CloseOnFailure started = new CloseOnFailure(pools::close)) {
      Client connectors =
          ClientProcess.start(
              plan.with(new Urls(null, null, urls.connect())), other, javaOptions, clock);
      started.succeeded();
      return new ClientProcesses(pools, connectors);
    }
  }

  @Override
  public ClientStatus status() {
    ClientStatus said = pools.status();
    ClientStatus other = connectors.status();
    return new ClientStatus(
        Math.min(said.atNanos(), other.atNanos()), said.writer(), said.reader(), other.connector());
  }

  @Override
  public boolean isAlive() {
    return pools.isAlive() && connectors.isAlive();
  }

  @Override
  public ClientLog take() throws TargetException {
    return together(pools.take(), connectors.take());
  }

  @Override
  public int suspend(Duration patience) throws TargetException {
    return pools.suspend(patience);
  }

  @Override
  public void resume() throws TargetException {
    pools.resume();
  }

  /** Ends both at the same time; pauses of either count as the client's. */
  @Override
  public ClientLog stop(Duration patience) throws TargetException {
    FutureTask<ClientLog> other = new FutureTask<>(() -> connectors.stop(patience));
    new Thread(other, "bmt-stop-connectors").start();
    try {
      ClientLog log = pools.stop(patience);
      return together(log, other.get());
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof TargetException cause
          ? cause
          : new TargetException("the connectors left no log: " + e.getCause(), e);
    } finally {
      close();
    }
  }

  private static ClientLog together(ClientLog log, ClientLog other) {
    return new ClientLog(
        both(log.operations(), other.operations()),
        both(log.connects(), other.connects()),
        both(log.pauses(), other.pauses()),
        log.traced() && other.traced());
  }

  private static <T> List<T> both(List<T> some, List<T> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  @Override
  public void close() {
    pools.close();
    connectors.close();
  }
}
