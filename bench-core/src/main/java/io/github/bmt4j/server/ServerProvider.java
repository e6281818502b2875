package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.OpenServers.Owned;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One way to start the servers of one topology. Found as a service. */
public abstract class ServerProvider {
  final String topology;

  /** The options that its topology takes; others are refused. */
  final List<DeclaredOption<?>> options;

  private final Class<? extends Owned> opens;
  private final Predicate<TargetSpec> takes;

  /**
   * @param opens a {@link Server} or a {@link Cluster}, with the capabilities of that class
   */
  protected ServerProvider(
      String topology,
      Class<? extends Owned> opens,
      Predicate<TargetSpec> takes,
      DeclaredOption<?>... options) {
    this.topology = topology;
    this.opens = opens;
    this.takes = takes;
    this.options = List.of(options);
  }

  /** True if it opens a server or cluster of this type, or with this capability. */
  final boolean opens(Class<?> type) {
    return type.isAssignableFrom(opens);
  }

  final boolean takes(TargetSpec spec) {
    return takes.test(spec);
  }

  /** Product that its servers must have, such as {@code MySQL}; "" for any. */
  protected String requires() {
    return "";
  }

  /**
   * An option of a topology that removes a capability, and the reason.
   *
   * @return such as "--semi-sync: commits would wait"; empty when there is none
   */
  protected Optional<String> obstacle(Topology topology, Class<?> capability) {
    return Optional.empty();
  }

  /**
   * Checks target and options before anything is touched.
   *
   * @throws io.github.bmt4j.failure.BadInputException when target or options make no sense
   */
  protected void check(Topology topology, TargetSpec spec, StartOptions options) {
    ServerOptions.wanted(options);
  }

  /** The target itself, or what takes its place on a platform that does not have it. */
  protected TargetSpec here(TargetSpec spec) {
    return spec;
  }

  /**
   * Ends the servers that killed commands left, and deletes their files.
   *
   * @throws TargetException when the cache cannot be read or written
   */
  protected int endLeft(Path cache, Progress progress) throws TargetException {
    return 0;
  }

  /**
   * Starts the requested servers, and waits until they take logins: see {@link OpenServers#add}.
   *
   * @throws io.github.bmt4j.failure.BadInputException when the options make no sense; then nothing
   *     is touched
   * @throws TargetException when it cannot be started; then nothing is left behind
   */
  protected abstract Owned open(
      Topology topology, TargetSpec spec, StartOptions options, Progress progress)
      throws TargetException;
}
