package io.github.bmt4j.failover.client;

import java.util.concurrent.locks.LockSupport;

/** A thread that does one operation at a time, attempt by attempt, and then waits for another. */
final class ProbeWorker extends Thread {
  private static final long STACK_BYTES = 256 * 1024;

  private final Probe probe;
  final Attempt attempt;
  private volatile boolean due;

  ProbeWorker(Probe probe, Attempt attempt, String name) {
    super(null, null, name, STACK_BYTES);
    this.probe = probe;
    this.attempt = attempt;
    setDaemon(true);
  }

  void go() {
    due = true;
    LockSupport.unpark(this);
  }

  @Override
  public void run() {
    while (true) {
      while (!due) {
        LockSupport.park(this);
      }
      due = false;
      operate();
      probe.idle(this);
    }
  }

  private void operate() {
    ProbeRecorder recorder = probe.recorder;
    for (int number = 1; number == 1 || recorder.again(attempt); number++) {
      if (number > 1) {
        recorder.pause();
      }
      if (recorder.begin(attempt, number, probe.transaction.first())) {
        probe.transaction.attempt(attempt);
      }
    }
  }
}
