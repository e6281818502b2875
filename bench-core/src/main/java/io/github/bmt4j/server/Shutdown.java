package io.github.bmt4j.server;

import io.github.bmt4j.progress.StopSignal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shutdown at Ctrl-C or SIGTERM: a run is asked to end, the command stores its measurements and
 * stops its servers, and only then the JVM ends. A command that is still starting its server, or
 * only reads, gets little time.
 */
public final class Shutdown {
  private static final long PATIENCE_SECONDS = 60;
  private static final long PATIENCE_WITHOUT_WORK_SECONDS = 5;

  private final StopSignal stop = new StopSignal();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean working;

  /** The end of a command that is requested by its caller: this JVM belongs to somebody else. */
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
    working = true;
  }

  /** Marks the end of the command's work. */
  public void commandEnded() {
    ended.countDown();
  }

  private void atShutdown() {
    stop.give();
    if (!working) {
      OpenServers.closeAll();
    }
    try {
      ended.await(working ? PATIENCE_SECONDS : PATIENCE_WITHOUT_WORK_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    OpenServers.closeAll();
  }
}
