package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The same work on several things at once, each in a thread of its own. */
final class AtOnce {
  private AtOnce() {}

  /** What is done with each. */
  interface Work<T> {
    void on(T each) throws TargetException;
  }

  /**
   * Works on all of them, and returns when all have ended.
   *
   * @throws TargetException of one of those that failed; it has the others' with it
   */
  static <T> void each(Collection<T> all, Work<T> work) throws TargetException {
    ConcurrentLinkedQueue<Exception> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (T one : all) {
      Thread thread = new Thread(() -> run(one, work, failures), "bmt-node-" + threads.size());
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
      throw new TargetException("interrupted", e);
    }
    throwFirst(failures);
  }

  private static <T> void run(T one, Work<T> work, Collection<Exception> failures) {
    try {
      work.on(one);
    } catch (TargetException | RuntimeException e) {
      failures.add(e);
    }
  }

  private static void throwFirst(ConcurrentLinkedQueue<Exception> failures) throws TargetException {
    Exception first = failures.poll();
    if (first == null) {
      return;
    }
    failures.forEach(first::addSuppressed);
    if (first instanceof TargetException failure) {
      throw failure;
    }
    throw new IllegalStateException(first);
  }
}
