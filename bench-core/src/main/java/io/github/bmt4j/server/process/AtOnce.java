package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The same work on several things at once, each in a thread of its own. */
final class AtOnce {
  private AtOnce() {}

  interface Work<T> {
    void on(T each) throws TargetException;
  }

  /** Works on all of them; when all have ended, the failure of the first that failed is thrown. */
  static <T> void each(Collection<T> all, Work<T> work) throws TargetException {
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (T one : all) {
      tasks.add(
          () -> {
            work.on(one);
            return true;
          });
    }
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      for (Future<Boolean> task : threads.invokeAll(tasks)) {
        task.get();
      }
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TargetException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdown();
    }
  }
}
