package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

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
    List<FutureTask<Boolean>> tasks = new ArrayList<>();
    for (T one : all) {
      FutureTask<Boolean> task =
          new FutureTask<>(
              () -> {
                work.on(one);
                return true;
              });
      Thread thread = new Thread(task, "bmt-node-" + tasks.size());
      thread.setDaemon(true);
      thread.start();
      tasks.add(task);
    }
    TargetException failed = null;
    for (FutureTask<Boolean> task : tasks) {
      try {
        task.get();
      } catch (ExecutionException e) {
        Throwable cause = e.getCause();
        if (failed != null) {
          failed.addSuppressed(cause);
        } else if (cause instanceof TargetException failure) {
          failed = failure;
        } else {
          throw new IllegalStateException(cause);
        }
      } catch (InterruptedException e) {
        tasks.forEach(running -> running.cancel(true));
        Thread.currentThread().interrupt();
        throw new TargetException("interrupted", e);
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
