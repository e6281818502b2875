package io.github.bmt4j.jmh.twin;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads of Java 21 and newer, for code that is compiled for 17. */
public final class VirtualThreads {
  private static final int FIRST_JAVA = 21;

  private VirtualThreads() {}

  /** Starts a virtual thread for each task. */
  public static ExecutorService executor() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  /** Whether the thread that asks is one. */
  public static boolean isCurrent() throws ReflectiveOperationException {
    return Runtime.version().feature() >= FIRST_JAVA
        && (Boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
  }
}
