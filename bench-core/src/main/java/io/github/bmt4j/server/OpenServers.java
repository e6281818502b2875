package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The servers of this JVM that are open, single or in clusters, so that its end can end them. */
public final class OpenServers {
  static final OpenServers OF_THIS_JVM = new OpenServers();

  private final Set<Owned> open = new LinkedHashSet<>();
  private @Nullable Thread hook;
  private boolean othersClose;
  private boolean ended;

  public OpenServers() {}

  /**
   * Servers that their opener has to close. Closing ends what was started, removes what was made,
   * and may be done twice, and by another thread.
   */
  public interface Owned extends AutoCloseable {
    @Override
    void close();
  }

  /** What makes servers usable. */
  public interface Opening {
    void run() throws TargetException;
  }

  /** Opens servers that are known from the first moment on; when that fails they are closed. */
  public <S extends Owned> S add(S servers, Opening opening) throws TargetException {
    try {
      register(servers);
      opening.run();
      return servers;
    } catch (TargetException | RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  private synchronized void register(Owned servers) throws TargetException {
    if (ended) {
      throw new TargetException("the command ends, no server is started any more");
    }
    open.add(servers);
    if (hook == null && !othersClose) {
      hook = new Thread(this::closeAll, "bmt-servers-end");
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  public synchronized void remove(Owned servers) {
    open.remove(servers);
  }

  synchronized void leaveClosingToOthers() {
    othersClose = true;
    if (hook != null) {
      Runtime.getRuntime().removeShutdownHook(hook);
      hook = null;
    }
  }

  /** Closes what is open, and lets nothing be opened any more. */
  void closeAll() {
    List<Owned> last;
    synchronized (this) {
      ended = true;
      last = List.copyOf(open);
    }
    last.forEach(Owned::close);
  }
}
