package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.util.ServiceLoader;

/**
 * Where labs come from, and what ends them.
 *
 * <p>Whoever opens a lab closes it. What nobody closed is closed when the JVM ends, in one of two
 * ways:
 *
 * <ul>
 *   <li>In any JVM, a shutdown hook of ours closes every open lab at once.
 *   <li>A command that at Ctrl-C first wants to finish its work calls {@link #leaveClosingToCaller}
 *       when it starts, and {@link #closeAll} as the last thing in its own shutdown hook, after it
 *       has waited (as long as it likes, but not for ever) for its main thread to close the lab.
 * </ul>
 *
 * <p>After a {@code kill -9} the next start of a server of ours, with the same cache, ends what was
 * left.
 */
public final class Labs {
  private Labs() {}

  /**
   * Starts what the user wants, and waits until it takes logins.
   *
   * @throws io.github.bmt4j.failure.BadInputException when that makes no sense; nothing is touched
   * @throws TargetException when it cannot be had; nothing is left
   */
  public static Lab open(TargetSpec spec, LabOptions options, Progress progress)
      throws TargetException {
    if (spec instanceof TargetSpec.External external) {
      return new ExternalLab(external);
    }
    ServerOptions.wanted(options);
    return provider(spec).open(spec, options, OpenLabs.OF_THIS_JVM, progress);
  }

  private static LabProvider provider(TargetSpec spec) {
    return ServiceLoader.load(LabProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.takes(spec))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no lab takes " + spec));
  }

  /** Tells us that the caller will call {@link #closeAll} when the JVM ends. */
  public static void leaveClosingToCaller() {
    OpenLabs.OF_THIS_JVM.leaveClosingToOthers();
  }

  /**
   * Closes what is open, and lets nothing be opened any more: the last thing before the JVM ends.
   * May be called while a lab is being opened or closed by another thread.
   */
  public static void closeAll() {
    OpenLabs.OF_THIS_JVM.closeAll();
  }
}
