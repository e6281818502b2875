package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * One part of the imitated application: a schedule, and its request threads. A thread is made when
 * an arrival finds none idle, up to a limit; beyond it arrivals wait for one, in their order.
 */
final class Probe {
  private final ProbeKind kind;
  private final Transaction transaction;
  private final ProbeRecorder recorder;
  private final int mostWorkers;
  private final Deque<ProbeWorker> idle = new ArrayDeque<>();
  private final Queue<Arrival> waiting = new ArrayDeque<>();
  private int workers;

  private record Arrival(long sequence, long intendedNanos) {}

  Probe(ProbeKind kind, Transaction transaction, ProbeRecorder recorder, int mostWorkers) {
    this.kind = kind;
    this.transaction = transaction;
    this.recorder = recorder;
    this.mostWorkers = mostWorkers;
  }

  Transaction transaction() {
    return transaction;
  }

  ProbeRecorder recorder() {
    return recorder;
  }

  /** An arrival is due. One thread. */
  void arrive(long sequence, long intendedNanos) {
    ProbeWorker worker;
    synchronized (idle) {
      worker = freeWorker();
      if (worker == null) {
        waiting.add(new Arrival(sequence, intendedNanos));
        recorder.queued(1);
        return;
      }
    }
    recorder.assign(worker.attempt(), sequence, intendedNanos);
    worker.go();
  }

  /** A worker takes the arrival that waits longest, or is idle. */
  void idle(ProbeWorker worker) {
    synchronized (idle) {
      Arrival next = waiting.poll();
      if (next == null) {
        idle.push(worker);
        return;
      }
      recorder.queued(-1);
      recorder.assign(worker.attempt(), next.sequence(), next.intendedNanos());
    }
    worker.go();
  }

  /** Ends it: what waits for a thread is unserved. Returns all that was recorded. */
  List<Operation> end() {
    synchronized (idle) {
      recorder.queued(-waiting.size());
      waiting.forEach(one -> recorder.unserved(one.sequence(), one.intendedNanos()));
      waiting.clear();
    }
    return recorder.close();
  }

  /** The one that has worked last: what it needs is still in the caches. */
  private @Nullable ProbeWorker freeWorker() {
    ProbeWorker free = idle.poll();
    if (free != null || workers == mostWorkers) {
      return free;
    }
    String name = "bmt-" + kind.word() + "-" + workers;
    ProbeWorker made = new ProbeWorker(this, recorder.newAttempt(), name);
    try {
      made.start();
    } catch (OutOfMemoryError e) {
      // The system lets us have no more threads: the arrival waits, as beyond the limit.
      return null;
    }
    workers++;
    return made;
  }
}
