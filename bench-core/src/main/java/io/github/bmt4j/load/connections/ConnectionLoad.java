package io.github.bmt4j.load.connections;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PlainConnections;
import io.github.bmt4j.load.ArrivalSchedule;
import io.github.bmt4j.load.ConnectionMeasurement;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.LoadProfile;
import io.github.bmt4j.load.LoadScenario;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Portion;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The connections beside those of a load's workers. New ones are an open loop of their own, whose
 * operations open a connection, run one statement, and close it; it begins and ends with the load.
 */
public final class ConnectionLoad {
  private final ConnectionScenario wanted;
  private final List<ConnectionSource> kept;
  private final List<ConnectionSource> closed;
  private final IdleConnections idle;
  private final @Nullable LoadGenerator connects;
  private final StopSignal over;
  private final Clock clock;

  /**
   * @param portion of the connections that this process has
   * @param plan of the load
   */
  public ConnectionLoad(
      ConnectionScenario wanted,
      Portion portion,
      List<Connector> endpoints,
      LoadPlan plan,
      Clock clock,
      StopSignal stop) {
    this.wanted = wanted;
    this.clock = clock;
    this.over = new StopSignal(stop);
    List<Connector> bare = endpoints.stream().map(Connector::unsettled).toList();
    this.kept =
        bare.stream().<ConnectionSource>map(one -> new PlainConnections(one, false)).toList();
    this.closed =
        bare.stream().<ConnectionSource>map(one -> new PlainConnections(one, true)).toList();
    this.idle = new IdleConnections((int) portion.part(wanted.idle()), kept, clock, stop);
    this.connects =
        wanted.perSecond() == 0
            ? null
            : new LoadGenerator(
                plan(plan, portion), clock, closed, worker -> new OneStatement(), over, null);
  }

  /** The plan of the new connections, with arrivals of their own: the next seed has others. */
  private LoadPlan plan(LoadPlan whole, Portion portion) {
    long seed = whole.pace().seed() + 1;
    int workers = Math.max(1, (int) portion.part(wanted.atOnce()));
    return new LoadPlan(
        workers,
        new LoadProfile.OpenLoop(ArrivalSchedule.poisson(wanted.perSecond(), seed, portion)),
        whole.times(),
        0,
        LoadScenario.of(workers, wanted.perSecond(), seed),
        whole.retry(),
        false,
        List.of(),
        0);
  }

  /** Opens the idle connections, and runs the load and the new connections beside it. */
  public Measurement run(LoadGenerator load, Load.Observer observer, Progress progress)
      throws SQLException {
    idle.open(progress);
    idle.ping(wanted.pingSeconds());
    CompletableFuture<Long> begun = new CompletableFuture<>();
    load.tell(begun::complete);
    FutureTask<@Nullable Measurement> connecting = new FutureTask<>(() -> connect(begun));
    Daemon.start("bmt-connect", connecting);
    try {
      Measurement measured = load.run(observer);
      over.give();
      return measured.with(new ConnectionMeasurement(idle.end(), connecting.get()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException failed) {
        throw failed;
      }
      throw new IllegalStateException("the new connections ended early", e.getCause());
    } finally {
      idle.stop();
      over.give();
      begun.complete(clock.nanoTime());
    }
  }

  private @Nullable Measurement connect(CompletableFuture<Long> begun) throws SQLException {
    return connects == null
        ? null
        : connects.run(
            new Load.Observer() {
              @Override
              public long begins(long nowNanos) {
                return begun.join();
              }
            });
  }

  /** The connections, to close them. */
  public Stream<ConnectionSource> sources() {
    return Stream.of(kept, closed).flatMap(List::stream);
  }
}
