package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.OpenServers.Owned;
import java.nio.file.Path;
import java.util.function.Predicate;

/** One way to start the servers of one topology. Found as a service. */
public abstract class ServerProvider {
  private final String topology;
  private final Class<? extends Owned> opens;
  private final Predicate<TargetSpec> takes;

  /**
   * Declares what it starts.
   *
   * @param topology its name
   * @param opens a {@link Server} or a {@link Cluster}, with the capabilities of that class
   * @param takes the targets
   */
  protected ServerProvider(
      String topology, Class<? extends Owned> opens, Predicate<TargetSpec> takes) {
    this.topology = topology;
    this.opens = opens;
    this.takes = takes;
  }

  /** Name of the topology that it starts. */
  final String topology() {
    return topology;
  }

  /** Whether what it opens is a server or cluster of this type, or has this capability. */
  final boolean opens(Class<?> type) {
    return type.isAssignableFrom(opens);
  }

  /** Whether it starts such servers. */
  final boolean takes(TargetSpec spec) {
    return takes.test(spec);
  }

  /**
   * Checks target and options before anything is touched.
   *
   * @throws io.github.bmt4j.failure.BadInputException when they make no sense
   */
  protected void check(Topology topology, TargetSpec spec, StartOptions options) {
    ServerOptions.wanted(options);
  }

  /**
   * Ends the servers that killed commands left, and deletes what was theirs.
   *
   * @return how many folders were left
   * @throws TargetException when the cache cannot be read or written
   */
  protected int endLeft(Path cache, Progress progress) throws TargetException {
    return 0;
  }

  /**
   * Starts what the user wants, and waits until it takes logins: see {@link OpenServers#add}.
   *
   * @throws io.github.bmt4j.failure.BadInputException when that makes no sense; nothing is touched
   * @throws TargetException when it cannot be had; nothing is left
   */
  protected abstract Owned open(
      Topology topology, TargetSpec spec, StartOptions options, Progress progress)
      throws TargetException;
}
