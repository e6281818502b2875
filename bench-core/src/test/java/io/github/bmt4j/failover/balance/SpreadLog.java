package io.github.bmt4j.failover.balance;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.SampleOperation;
import io.github.bmt4j.outcome.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evidence written by hand. All times in seconds from the start of the observation; every operation
 * takes 1 ms unless it is said.
 */
final class SpreadLog {
  /** The clock's origin is arbitrary: so is the start. */
  static final long BEGIN_NANOS = 77_000_000_123L;

  private static final long MILLI_NANOS = 1_000_000;

  private final List<PoolServer> servers = new ArrayList<>();
  private final List<Operation> operations = new ArrayList<>();
  private final List<ConnectionCount> connections = new ArrayList<>();
  private final List<Connect> connects = new ArrayList<>();
  private final List<Pause> pauses = new ArrayList<>();
  private final Map<ProbeKind, Double> rates = new EnumMap<>(ProbeKind.class);
  private @Nullable Loss loss;
  private double readMillis = 1;

  /** A primary p and replicas; reads are due at so many a second. */
  SpreadLog(double readsPerSecond, String... replicas) {
    servers.add(new PoolServer("p", true, false));
    for (String replica : replicas) {
      servers.add(new PoolServer(replica, false, true));
    }
    rates.put(ProbeKind.READER, readsPerSecond);
  }

  /** How long the reads take that are written from now on. */
  SpreadLog taking(double millis) {
    readMillis = millis;
    return this;
  }

  /**
   * Reads that a server took, evenly spaced, the first one ending half a distance after the start.
   */
  SpreadLog reads(String server, double from, double to, int perSecond) {
    long count = Math.round((to - from) * perSecond);
    for (int i = 0; i < count; i++) {
      long end = nanos(from + (i + 0.5) / perSecond);
      ended(ProbeKind.READER, server, end - Math.round(readMillis * MILLI_NANOS), end, Outcome.OK);
    }
    return this;
  }

  /** One read that ended at a moment, so many ms after it was due. */
  SpreadLog read(String server, double end, double millis, Outcome outcome) {
    long endNanos = nanos(end);
    ended(ProbeKind.READER, server, endNanos - Math.round(millis * MILLI_NANOS), endNanos, outcome);
    return this;
  }

  /** Writes that the primary took. */
  SpreadLog writes(double from, double to, int perSecond) {
    rates.put(ProbeKind.WRITER, (double) perSecond);
    for (int i = 0; i < Math.round((to - from) * perSecond); i++) {
      long end = nanos(from + (i + 0.5) / perSecond);
      ended(ProbeKind.WRITER, "p", end - MILLI_NANOS, end, Outcome.OK);
    }
    return this;
  }

  /** A write that was acknowledged, or not, at a moment, and the id of its row. */
  SpreadLog write(double end, long id, Outcome outcome) {
    rates.put(ProbeKind.WRITER, 1.0);
    operations.add(
        withRow(
            operation(ProbeKind.WRITER, "p", nanos(end) - 1, nanos(end) - 1, nanos(end), outcome),
            id));
    return this;
  }

  /** A read that began at a moment, took 1 ms, and saw a row; {@link Operation#NEVER}: none. */
  SpreadLog saw(double start, long id) {
    long from = nanos(start);
    operations.add(
        withRow(operation(ProbeKind.READER, "a", from, from, from + MILLI_NANOS, Outcome.OK), id));
    return this;
  }

  /** A read that was due and never began, or began late and has not ended. */
  SpreadLog pending(double intended, boolean begun) {
    operations.add(
        operation(
            ProbeKind.READER,
            "",
            nanos(intended),
            begun ? nanos(intended) : Operation.NEVER,
            Operation.NEVER,
            null));
    return this;
  }

  /** The latest read is tried again as soon as it ended, with success. */
  SpreadLog retried(String server, double millis) {
    Operation first = operations.remove(operations.size() - 1);
    operations.add(Made.like(first).set("last", false).record());
    operations.add(
        Made.like(first)
            .set("attempt", 2)
            .set("server", server)
            .set("startNanos", first.endNanos())
            .set("endNanos", first.endNanos() + Math.round(millis * MILLI_NANOS))
            .set("outcome", Outcome.OK)
            .record());
    return this;
  }

  /** A read that waited for a worker. */
  SpreadLog late(double intended, double start, String server) {
    operations.add(
        operation(
            ProbeKind.READER,
            server,
            nanos(intended),
            nanos(start),
            nanos(start) + MILLI_NANOS,
            Outcome.OK));
    return this;
  }

  /** One sample in the middle of each second. */
  SpreadLog connections(String server, double from, double to, int count) {
    for (double second = from; second < to; second++) {
      connections.add(new ConnectionCount(server, nanos(second + 0.5), count));
    }
    return this;
  }

  /** The reader's pool tries to open a connection. */
  SpreadLog connect(double at, String address, boolean connected) {
    connects.add(
        new Connect(ProbeKind.READER, nanos(at), nanos(at) + MILLI_NANOS, address, connected));
    return this;
  }

  SpreadLog pause(double from, double to) {
    pauses.add(new Pause(Pause.Kind.HICCUP, nanos(from), nanos(to)));
    return this;
  }

  SpreadLog lost(String server, double at) {
    loss = new Loss(server, nanos(at), null);
    return this;
  }

  SpreadLog lost(String server, double at, double back) {
    loss = new Loss(server, nanos(at), nanos(back));
    return this;
  }

  BalanceEvidence until(double end) {
    return new BalanceEvidence(
        servers,
        BEGIN_NANOS,
        nanos(end),
        loss,
        new ClientLog(operations, connects, pauses),
        connections,
        rates,
        1_000_000_000L);
  }

  private void ended(
      ProbeKind probe, String server, long intendedNanos, long endNanos, Outcome outcome) {
    operations.add(operation(probe, server, intendedNanos, intendedNanos, endNanos, outcome));
  }

  private Operation operation(
      ProbeKind probe,
      String server,
      long intendedNanos,
      long startNanos,
      long endNanos,
      @Nullable Outcome outcome) {
    return Made.like(
            SampleOperation.of(probe, operations.size(), startNanos, endNanos, outcome, server))
        .set("intendedNanos", intendedNanos)
        .record();
  }

  private static Operation withRow(Operation one, long id) {
    return Made.like(one).set("newest", id).set("ageNanos", Operation.NEVER).record();
  }

  private static long nanos(double seconds) {
    return BEGIN_NANOS + Math.round(seconds * 1e9);
  }
}
