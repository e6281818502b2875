package io.github.bmt4j.server;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.os.Providers;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Starts servers: picks the provider that starts a topology on a target. */
public final class ServerRegistry {
  /** One target of each kind that bmt starts. */
  private static final List<TargetSpec> KINDS =
      List.of(
          new TargetSpec.Embedded(),
          new TargetSpec.Local(),
          new TargetSpec.Local(Path.of("PROGRAM")),
          new TargetSpec.Container("<image>"));

  private ServerRegistry() {}

  /** The user's server: nothing is started, nothing is ended. */
  private record ExternalServer(Target target) implements Server {
    @Override
    public void close() {}
  }

  /**
   * The server that a target means on this machine: what takes the place of an embedded one where
   * none is published for the platform, an installed server or else a container; otherwise itself.
   * Nothing is started.
   */
  public static TargetSpec here(TargetSpec spec) {
    return spec.isStarted()
        ? provider(Server.class, Topology.SINGLE.name(), spec).here(spec)
        : spec;
  }

  /**
   * Starts one server, and waits until it takes logins.
   *
   * @throws BadInputException when the options make no sense; then nothing is touched
   * @throws TargetException when it cannot be started; then nothing is left behind
   */
  public static Server open(TargetSpec spec, StartOptions options, Progress progress)
      throws TargetException {
    return spec instanceof TargetSpec.External external
        ? new ExternalServer(external.target())
        : open(Server.class, Topology.SINGLE, spec, options, progress);
  }

  /**
   * Starts a cluster, and waits until all its nodes are up and caught up.
   *
   * @throws BadInputException when the options make no sense; then nothing is touched
   * @throws TargetException when it cannot be started; then nothing is left behind
   */
  public static Cluster open(
      Topology topology, TargetSpec spec, StartOptions options, Progress progress)
      throws TargetException {
    return open(Cluster.class, topology, spec, options, progress);
  }

  /**
   * Ends the servers that killed commands left, and deletes their files, logins included.
   *
   * @throws TargetException when the cache cannot be read or written
   */
  public static int endLeft(Path cache, Progress progress) throws TargetException {
    int left = 0;
    for (ServerProvider provider : providers(Object.class)) {
      left += provider.endLeft(cache, progress);
    }
    return left;
  }

  private static <S> S open(
      Class<S> kind, Topology topology, TargetSpec spec, StartOptions options, Progress progress)
      throws TargetException {
    ServerProvider provider = provider(kind, topology.name(), spec);
    check(provider, topology, spec, options);
    return kind.cast(provider.open(topology, spec, options, progress));
  }

  /** Checks that a single server can be started, as far as possible without starting it. */
  public static void check(TargetSpec spec, StartOptions options) {
    if (spec.isStarted()) {
      provider(Server.class, Topology.SINGLE.name(), spec).check(Topology.SINGLE, spec, options);
    }
  }

  /**
   * Checks that a cluster can be started, and has the required capabilities.
   *
   * @param option option that needs it, such as {@code --fault}; "" for none
   * @param user the rest of the option's name, or the name of the command
   * @throws BadInputException when the cluster cannot be started, or lacks a capability
   */
  public static void check(
      Topology topology,
      TargetSpec spec,
      StartOptions options,
      String option,
      String user,
      Collection<Class<?>> needs) {
    ServerProvider provider = provider(Cluster.class, topology.name(), spec);
    for (Class<?> need : needs) {
      if (!provider.opens(need)) {
        throw new BadInputException(
            option,
            words(
                "%s needs %s nodes, which topology %s does not have: %s",
                user, Cluster.word(need), topology.name(), possible(providers(need))));
      }
      provider
          .obstacle(topology, need)
          .ifPresent(
              why -> {
                throw new BadInputException(option, user + " does not fit " + why);
              });
    }
    check(provider, topology, spec, options);
  }

  private static void check(
      ServerProvider provider, Topology topology, TargetSpec spec, StartOptions options) {
    for (DeclaredOption<?> option : topology.options().given().keySet()) {
      BadInputException.check(
          provider.options.contains(option),
          option.word(),
          " cannot be combined with --topology " + topology.name());
    }
    provider.check(topology, spec, options);
  }

  /** Every option that a topology takes; each once. */
  public static List<DeclaredOption<?>> options() {
    return providers(Object.class).stream()
        .<DeclaredOption<?>>flatMap(provider -> provider.options.stream())
        .distinct()
        .toList();
  }

  /**
   * True if the clusters of a topology have some capabilities.
   *
   * @throws BadInputException when no cluster has that topology
   */
  public static boolean has(String topology, Collection<Class<?>> capabilities) {
    ServerProvider provider = provider(Cluster.class, topology, null);
    return capabilities.stream().allMatch(provider::opens);
  }

  private static ServerProvider provider(
      Class<?> kind, String topology, @Nullable TargetSpec spec) {
    List<ServerProvider> all = providers(kind);
    List<ServerProvider> named = all.stream().filter(one -> one.topology.equals(topology)).toList();
    return named.stream()
        .filter(one -> spec == null || one.takes(spec))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    words(
                        "bmt starts no %s with topology %s%s: %s",
                        Cluster.word(kind),
                        topology,
                        spec == null ? "" : " on " + spec.word(),
                        possible(named.isEmpty() ? all : named))));
  }

  private static List<ServerProvider> providers(Class<?> type) {
    return Providers.of(ServerProvider.class).filter(provider -> provider.opens(type)).toList();
  }

  /** Such as "choose --target embedded or local (topology replication)". */
  private static String possible(List<ServerProvider> providers) {
    return providers.stream()
        .map(
            provider ->
                words(
                    "--target %s (topology %s%s)",
                    KINDS.stream()
                        .filter(provider::takes)
                        .map(TargetSpec::word)
                        .collect(Collectors.joining(" or ")),
                    provider.topology,
                    provider.requires().isEmpty() ? "" : ", " + provider.requires()))
        .sorted()
        .collect(Collectors.joining(", or ", "choose ", ""));
  }
}
