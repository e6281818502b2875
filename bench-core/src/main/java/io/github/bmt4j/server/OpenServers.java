package io.github.bmt4j.server;

import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The servers of this JVM that are open, single or in clusters. Their opener closes them. Servers
 * that are still open at the end of the JVM are closed then, in one of two ways:
 *
 * <ul>
 *   <li>In any JVM, a shutdown hook closes all of them at once. It exists while servers are open.
 *   <li>A command that at Ctrl-C first wants to finish its work calls {@link #leaveClosingToCaller}
 *       when it starts, and {@link #closeAll} as the last thing in its own shutdown hook, after it
 *       has waited (with a limit) until its main thread has closed them.
 * </ul>
 *
 * <p>After a {@code kill -9} the next start of a server with the same cache ends the servers left
 * behind.
 */
public final class OpenServers {
  private static final Set<Owned> OPEN = new LinkedHashSet<>();
  private static @Nullable Thread hook;
  private static boolean callerCloses;
  private static boolean ended;

  private OpenServers() {}

  /**
   * Servers that their opener must close. Closing ends the servers, removes their files, and may be
   * done twice, and by another thread.
   */
  public interface Owned extends AutoCloseable {
    @Override
    void close();
  }

  /** Makes servers usable. */
  public interface Opening {
    void run() throws IOException, TargetException;
  }

  /**
   * Opens servers, which are registered from the start; if that fails they are closed.
   *
   * @param what description, such as {@code 3 nodes of MariaDB 11.4.5}
   */
  public static <S extends Owned> S add(S servers, String what, Progress progress, Opening opening)
      throws TargetException {
    try (CloseOnFailure opened = new CloseOnFailure(servers::close);
        Progress.Step step = progress.begin("Starting " + what, -1, "")) {
      register(servers);
      opening.run();
      opened.succeeded();
      return servers;
    } catch (IOException | UncheckedIOException e) {
      throw new TargetException(what + " cannot be started: " + e, e);
    }
  }

  /** Refuses a start after the end. */
  public static void demandOpen(boolean ended) throws TargetException {
    if (ended) {
      throw new TargetException("the command ends, no server is started any more");
    }
  }

  private static synchronized void register(Owned servers) throws TargetException {
    demandOpen(ended);
    OPEN.add(servers);
    if (hook == null && !callerCloses) {
      hook = new Thread(OpenServers::closeAll, "bmt-servers-end");
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  public static synchronized void remove(Owned servers) {
    OPEN.remove(servers);
    if (OPEN.isEmpty() && !ended) {
      removeHook();
    }
  }

  private static void removeHook() {
    if (hook != null) {
      Runtime.getRuntime().removeShutdownHook(hook);
      hook = null;
    }
  }

  /** Announces that the caller will call {@link #closeAll} when the JVM ends. */
  public static synchronized void leaveClosingToCaller() {
    callerCloses = true;
    removeHook();
  }

  /**
   * Closes all open servers and forbids opening others: the last step before the JVM ends. May be
   * called while servers are being opened or closed by another thread.
   */
  public static void closeAll() {
    List<Owned> last;
    synchronized (OpenServers.class) {
      ended = true;
      last = List.copyOf(OPEN);
    }
    last.forEach(Owned::close);
  }
}
