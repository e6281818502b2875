package io.github.bmt4j.server;

import io.github.bmt4j.progress.StopSignal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shutdown at Ctrl-C or SIGTERM: a run is asked to end, the command stores its measurements and
 * stops its servers, and only then the JVM ends, with the signal's exit code unless the command
 * says that the signal was its regular end. A command that is still starting its server, or only
 * reads, gets little time.
 */
public final class Shutdown {
  private static final long PATIENCE_SECONDS = 60;
  private static final long PATIENCE_WITHOUT_WORK_SECONDS = 5;

  private final StopSignal stop = new StopSignal();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile long workSeconds;
  private volatile boolean regular;
  private volatile int code;

  /** The end of a command that is requested by its caller: this JVM is not bmt's. */
  public Shutdown() {}

  /** The end of a command at the end of this JVM, of which it is the purpose. */
  public static Shutdown ofJvm() {
    Shutdown shutdown = new Shutdown();
    OpenServers.leaveClosingToCaller();
    Runtime.getRuntime().addShutdownHook(new Thread(shutdown::atShutdown, "bmt-shutdown"));
    return shutdown;
  }

  /** The request that the command end now. */
  public StopSignal stop() {
    return stop;
  }

  /** Marks the moment from which there is work to finish: the server is up. */
  public void workBegins() {
    workBegins(PATIENCE_SECONDS);
  }

  /**
   * Marks the moment from which there is work to finish.
   *
   * @param seconds longest time for that after a signal
   */
  public void workBegins(long seconds) {
    workSeconds = seconds;
  }

  /** Marks a signal as the regular end of the command, which has done all its work. */
  public void signalWasRegularEnd() {
    regular = true;
  }

  /**
   * Marks the end of the command's work.
   *
   * @param exitCode of the command, with which the JVM ends if a signal was its regular end
   */
  public void commandEnded(int exitCode) {
    code = exitCode;
    ended.countDown();
  }

  private void atShutdown() {
    stop.give();
    long seconds = workSeconds;
    if (seconds == 0) {
      OpenServers.closeAll();
    }
    try {
      ended.await(seconds == 0 ? PATIENCE_WITHOUT_WORK_SECONDS : seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    OpenServers.closeAll();
    if (regular && ended.getCount() == 0) {
      // Without it the JVM ends with the signal's code, and exit() would wait for this thread.
      Runtime.getRuntime().halt(code);
    }
  }
}
