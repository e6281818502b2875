package io.github.bmt4j.clock;

/** Threads that do not keep the JVM alive. */
public final class Daemon {
  private Daemon() {}

  /** A thread that is not started yet. */
  public static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  public static Thread start(String name, Runnable work) {
    Thread thread = thread(name, work);
    thread.start();
    return thread;
  }
}
