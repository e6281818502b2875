package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The servers of this JVM that are open, single or in clusters. Whoever opens servers closes them.
 * Those that are still open when the JVM ends are closed then, in one of two ways:
 *
 * <ul>
 *   <li>In any JVM, a shutdown hook closes all of them at once.
 *   <li>A command that at Ctrl-C first wants to finish its work calls {@link #leaveClosingToCaller}
 *       when it starts, and {@link #closeAll} as the last thing in its own shutdown hook, after it
 *       has waited (with a limit) for its main thread to close them.
 * </ul>
 *
 * <p>After a {@code kill -9} the next start of a server with the same cache ends what was left.
 */
public final class OpenServers {
  private static final Set<Owned> OPEN = new LinkedHashSet<>();
  private static @Nullable Thread hook;
  private static boolean callerCloses;
  private static boolean ended;

  private OpenServers() {}

  /**
   * Servers that their opener has to close. Closing ends what was started, removes what was made,
   * and may be done twice, and by another thread.
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
   * Opens servers that are known from the first moment on; when that fails they are closed.
   *
   * @param what they are, such as {@code 3 nodes of MariaDB 11.4.5}
   */
  public static <S extends Owned> S add(S servers, String what, Progress progress, Opening opening)
      throws TargetException {
    boolean opened = false;
    try (Progress.Step step = progress.begin("Starting " + what, -1, "")) {
      register(servers);
      opening.run();
      opened = true;
      return servers;
    } catch (IOException | UncheckedIOException e) {
      throw new TargetException(what + " cannot be started: " + e, e);
    } finally {
      if (!opened) {
        servers.close();
      }
    }
  }

  private static synchronized void register(Owned servers) throws TargetException {
    if (ended) {
      throw new TargetException("the command ends, no server is started any more");
    }
    OPEN.add(servers);
    if (hook == null && !callerCloses) {
      hook = new Thread(OpenServers::closeAll, "bmt-servers-end");
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  public static synchronized void remove(Owned servers) {
    OPEN.remove(servers);
  }

  /** Announces that the caller will call {@link #closeAll} when the JVM ends. */
  public static synchronized void leaveClosingToCaller() {
    callerCloses = true;
    if (hook != null) {
      Runtime.getRuntime().removeShutdownHook(hook);
      hook = null;
    }
  }

  /**
   * Closes what is open, and lets nothing be opened any more: the last thing before the JVM ends.
   * May be called while servers are being opened or closed by another thread.
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
