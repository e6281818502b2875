package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * One part of the imitated application: a schedule, and its request threads. A thread is created
 * when an arrival finds none idle, up to a limit; beyond it, arrivals wait for a thread, in their
 * order.
 */
final class Probe {
  private final ProbeKind kind;
  final Transaction transaction;
  final ProbeRecorder recorder;
  private final int mostWorkers;
  private final long patienceNanos;
  private final Deque<ProbeWorker> idle = new ArrayDeque<>();
  private final Queue<Arrival> waiting = new ArrayDeque<>();
  private int workers;

  private record Arrival(long sequence, long intendedNanos) {}

  /**
   * @param patienceNanos longest wait of an arrival for a thread, after which it is unserved
   */
  Probe(
      ProbeKind kind,
      Transaction transaction,
      ProbeRecorder recorder,
      int mostWorkers,
      long patienceNanos) {
    this.patienceNanos = patienceNanos;
    this.kind = kind;
    this.transaction = transaction;
    this.recorder = recorder;
    this.mostWorkers = mostWorkers;
  }

  /** An arrival is due. One thread. */
  void arrive(long sequence, long intendedNanos) {
    ProbeWorker worker;
    synchronized (idle) {
      worker = freeWorker();
      if (worker == null) {
        waiting.add(new Arrival(sequence, intendedNanos));
        recorder.queued(1);
        Arrival oldest = waiting.element();
        if (intendedNanos - oldest.intendedNanos() > patienceNanos) {
          waiting.remove();
          recorder.queued(-1);
          recorder.unserved(oldest.sequence(), oldest.intendedNanos());
        }
        return;
      }
    }
    recorder.assign(worker.attempt, sequence, intendedNanos);
    worker.go();
  }

  /** A worker takes the arrival that has waited longest, or becomes idle. */
  void idle(ProbeWorker worker) {
    synchronized (idle) {
      Arrival next = waiting.poll();
      if (next == null) {
        idle.push(worker);
        return;
      }
      recorder.queued(-1);
      recorder.assign(worker.attempt, next.sequence(), next.intendedNanos());
    }
    worker.go();
  }

  /** Ends the probe: arrivals that wait for a thread are unserved. Returns all records. */
  List<Operation> end() {
    synchronized (idle) {
      recorder.queued(-waiting.size());
      waiting.forEach(one -> recorder.unserved(one.sequence(), one.intendedNanos()));
      waiting.clear();
    }
    return recorder.close();
  }

  /** The worker that was busy last: its data are still in the caches. */
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
      // The system allows no more threads: the arrival waits, as beyond the limit.
      return null;
    }
    workers++;
    return made;
  }
}
