package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.ProbeKind;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One part of the imitated application: a schedule, and as many workers as its arrivals need at
 * once. A worker is made when an arrival finds none idle, up to a limit.
 */
final class Probe {
  private final ProbeKind kind;
  private final Transaction transaction;
  private final ProbeRecorder recorder;
  private final int mostWorkers;
  private final Deque<ProbeWorker> idle = new ArrayDeque<>();
  private int workers;

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
    ProbeWorker worker = freeWorker();
    if (worker == null) {
      recorder.unserved(sequence, intendedNanos);
      return;
    }
    recorder.assign(worker.attempt(), sequence, intendedNanos);
    worker.go();
  }

  void idle(ProbeWorker worker) {
    synchronized (idle) {
      idle.push(worker);
    }
  }

  /** The one that has worked last: what it needs is still in the caches. */
  private @Nullable ProbeWorker freeWorker() {
    synchronized (idle) {
      ProbeWorker free = idle.poll();
      if (free != null) {
        return free;
      }
    }
    if (workers == mostWorkers) {
      return null;
    }
    String name = "bmt-" + kind.word() + "-" + workers;
    ProbeWorker made = new ProbeWorker(this, recorder.newAttempt(), name);
    try {
      made.start();
    } catch (OutOfMemoryError e) {
      // The system lets us have no more threads: the arrival is unserved, as beyond the limit.
      return null;
    }
    workers++;
    return made;
  }
}
