package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The imitated application, in this JVM: its pools, its probes, and the watch over them. */
final class Application {
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ProbePlan plan;
  private final Pools pools;
  private final Clock clock;
  private final ConnectTrace connects;
  private final PauseWatch pauses;
  private final Map<ProbeKind, Probe> probes = new EnumMap<>(ProbeKind.class);
  private final List<Arrivals> schedules = new ArrayList<>();
  private final List<Thread> schedulers = new ArrayList<>();

  private Application(ProbePlan plan, Clock clock) {
    this.plan = plan;
    this.pools = new Pools(plan, clock);
    this.clock = clock;
    this.connects = ConnectTrace.install(clock);
    this.pauses = new PauseWatch(clock);
  }

  /** Connects, rehearses what the probes do, and starts them. */
  static Application start(ProbePlan plan, Clock clock) throws SQLException {
    Application application = new Application(plan, clock);
    application.connect();
    for (Probe probe : application.probes.values()) {
      probe.transaction.rehearse(probe.recorder);
    }
    application.begin();
    return application;
  }

  private void connect() throws SQLException {
    Ledger ledger = new Ledger(plan.ledger());
    DataSource writes = null;
    String writeUrl = plan.urls().write();
    if (writeUrl != null) {
      writes = pools.connections(writeUrl, ProbeKind.WRITER);
      add(
          ProbeKind.WRITER,
          new PooledTransaction(
              writes, first(), ledger.writing(plan.identity(), plan.load().writeMillis())));
    }
    String readUrl = plan.urls().read();
    if (readUrl != null) {
      DataSource reads =
          writes != null && plan.load().onePool() && readUrl.equals(writeUrl)
              ? writes
              : pools.connections(readUrl, ProbeKind.READER);
      add(
          ProbeKind.READER,
          new PooledTransaction(
              reads, first(), ledger.reading(plan.identity(), plan.load().readMillis())));
    }
    String connectUrl = plan.urls().connect();
    if (connectUrl != null) {
      add(ProbeKind.CONNECTOR, new FreshConnect(pools.plain(connectUrl, ProbeKind.CONNECTOR)));
    }
  }

  private ErrorPhase first() {
    return plan.settings().goesWithoutPool() ? ErrorPhase.CONNECT : ErrorPhase.BORROW;
  }

  private void add(ProbeKind kind, Transaction transaction) {
    Retry retry = plan.settings().retry().within(plan.times().deadlineMillis());
    long stallNanos = plan.times().stall().toNanos();
    ProbeRecorder recorder = new ProbeRecorder(kind, clock, retry, stallNanos);
    long patienceNanos = plan.times().deadline().toNanos();
    probes.put(
        kind, new Probe(kind, transaction, recorder, plan.load().mostWorkers(), patienceNanos));
  }

  private void begin() {
    pauses.start();
    long originNanos = clock.nanoTime() + LEAD_NANOS;
    for (Map.Entry<ProbeKind, Probe> entry : probes.entrySet()) {
      double perSecond = plan.rates().getOrDefault(entry.getKey(), 0.0);
      if (perSecond <= 0) {
        continue;
      }
      // Probes of one rate are due in turn, not at once.
      double share = entry.getKey().ordinal() / (double) ProbeKind.values().length;
      Arrivals arrivals =
          new Arrivals(clock, originNanos + Math.round(share * 1e9 / perSecond), perSecond);
      Probe probe = entry.getValue();
      schedules.add(arrivals);
      schedulers.add(
          Daemon.thread("bmt-arrivals-" + entry.getKey(), () -> arrivals.announce(probe::arrive)));
    }
    schedulers.forEach(Thread::start);
  }

  ClientStatus status() {
    long now = clock.nanoTime();
    return new ClientStatus(
        now,
        status(ProbeKind.WRITER, now),
        status(ProbeKind.READER, now),
        status(ProbeKind.CONNECTOR, now));
  }

  private ClientStatus.Probe status(ProbeKind kind, long nowNanos) {
    @Nullable Probe probe = probes.get(kind);
    return probe == null ? ClientStatus.Probe.NONE : probe.recorder.status(nowNanos);
  }

  /** Suspends its pools; returns the number of connections still in use when patience is over. */
  int suspend(Duration patience) {
    return pools.suspend(patience);
  }

  void resume() {
    pools.resume();
  }

  /**
   * Ends the application: nothing is due from now on, and operations under way get {@code patience}
   * to end. Its connections and hanging threads end with the JVM.
   */
  ClientLog stop(Duration patience) throws InterruptedException {
    long now = clock.nanoTime();
    schedules.forEach(schedule -> schedule.endAt(now));
    for (Thread scheduler : schedulers) {
      scheduler.join();
    }
    clock.sleepUntil(now + patience.toNanos(), () -> waiting() == 0);
    List<Operation> operations =
        probes.values().stream().flatMap(probe -> probe.end().stream()).toList();
    return new ClientLog(operations, connects.connects(), pauses.pauses(), pools.areTraced());
  }

  /** Gives what has ended since the last time, and forgets it. */
  ClientLog take() {
    List<Operation> operations =
        probes.values().stream().flatMap(probe -> probe.recorder.take().stream()).toList();
    return new ClientLog(operations, connects.take(), pauses.take(), pools.areTraced());
  }

  private long waiting() {
    return probes.values().stream().mapToLong(probe -> probe.recorder.waiting()).sum();
  }
}
