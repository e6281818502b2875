package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The labs of this JVM that are open, of whatever kind, so that its end can end them. */
public final class OpenLabs {
  static final OpenLabs OF_THIS_JVM = new OpenLabs();

  private final Set<OwnedServers> labs = new LinkedHashSet<>();
  private @Nullable Thread hook;
  private boolean othersClose;
  private boolean ended;

  public OpenLabs() {}

  /** What makes a lab usable. */
  public interface Opening {
    void run() throws TargetException;
  }

  /** Opens a lab that is known from the first moment on; when that fails it is closed. */
  public <L extends OwnedServers> L add(L lab, Opening opening) throws TargetException {
    try {
      register(lab);
      opening.run();
      return lab;
    } catch (TargetException | RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  private synchronized void register(OwnedServers lab) throws TargetException {
    if (ended) {
      throw new TargetException("the command ends, no server is started any more");
    }
    labs.add(lab);
    if (hook == null && !othersClose) {
      hook = new Thread(this::closeAll, "bmt-lab-end");
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  public synchronized void remove(OwnedServers lab) {
    labs.remove(lab);
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
    List<OwnedServers> open;
    synchronized (this) {
      ended = true;
      open = List.copyOf(labs);
    }
    open.forEach(OwnedServers::close);
  }
}
