package io.github.bmt4j.server;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.util.ServiceLoader;

/**
 * Where replication labs come from. What ends them when nobody closes them is what ends all labs:
 * see {@link Labs}.
 */
public final class ReplicationLabs {
  private ReplicationLabs() {}

  /**
   * Starts a primary and its replicas, embedded or local MariaDB, and waits until they are all up
   * and caught up.
   *
   * @throws BadInputException when the target is no such server; nothing is started
   * @throws TargetException when it cannot be had; nothing is left
   */
  public static ReplicationLab open(TargetSpec spec, ReplicationOptions options, Progress progress)
      throws TargetException {
    return provider(spec).open(spec, options, OpenLabs.OF_THIS_JVM, progress);
  }

  /**
   * Makes sure that a target is one that a lab can be made of.
   *
   * @throws BadInputException when it is not
   */
  public static void check(TargetSpec spec) {
    provider(spec);
  }

  private static ReplicationLabProvider provider(TargetSpec spec) {
    return ServiceLoader.load(ReplicationLabProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.takes(spec))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "a replication lab runs as processes of this machine: choose --target embedded"
                        + " or --target local"));
  }
}
