package io.github.bmt4j.server;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Starts servers: picks the provider that starts a topology on a target of its product. */
public final class ServerRegistry {
  /** One target of each kind that bmt starts. */
  private static final List<TargetSpec> KINDS =
      List.of(
          new TargetSpec.Embedded(),
          new TargetSpec.Local(),
          new TargetSpec.Local(Path.of("<program>")),
          new TargetSpec.Container("<image>"));

  private ServerRegistry() {}

  /** The user's server: nothing is started, nothing is ended. */
  private record ExternalServer(Target target) implements Server {
    @Override
    public void close() {}
  }

  /**
   * Starts one server, and waits until it takes logins.
   *
   * @throws BadInputException when that makes no sense; nothing is touched
   * @throws TargetException when it cannot be had; nothing is left
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
   * @throws BadInputException when that makes no sense; nothing is touched
   * @throws TargetException when it cannot be had; nothing is left
   */
  public static Cluster open(
      Topology topology, TargetSpec spec, StartOptions options, Progress progress)
      throws TargetException {
    return open(Cluster.class, topology, spec, options, progress);
  }

  /**
   * Ends the servers that killed commands left, and deletes what was theirs, logins included.
   *
   * @return how many folders were left
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
    ServerProvider provider = provider(kind, topology, spec);
    check(provider, topology, spec, options);
    return kind.cast(provider.open(topology, spec, options, progress));
  }

  /**
   * Makes sure that a single server can be started, as far as that can be seen.
   *
   * @throws BadInputException when it cannot
   */
  public static void check(TargetSpec spec, StartOptions options) {
    if (spec.isStarted()) {
      provider(Server.class, Topology.SINGLE, spec).check(Topology.SINGLE, spec, options);
    }
  }

  /**
   * Makes sure that a cluster can be started, and has what it is needed for.
   *
   * @param user what needs it, such as {@code --fault kill}
   * @param needs capabilities
   * @throws BadInputException when it cannot be started, or lacks a capability
   */
  public static void check(
      Topology topology,
      TargetSpec spec,
      StartOptions options,
      String user,
      Collection<Class<?>> needs) {
    ServerProvider provider = provider(Cluster.class, topology, spec);
    for (Class<?> need : needs) {
      if (!provider.opens(need)) {
        throw new BadInputException(
            user
                + " needs "
                + Cluster.word(need)
                + " nodes, which topology "
                + topology.name()
                + " does not have: "
                + possible(providers(need)));
      }
      provider
          .obstacle(topology, need)
          .ifPresent(
              why -> {
                throw new BadInputException(user + " does not fit " + why);
              });
    }
    check(provider, topology, spec, options);
  }

  private static void check(
      ServerProvider provider, Topology topology, TargetSpec spec, StartOptions options) {
    for (DeclaredOption<?> option : topology.options().given().keySet()) {
      if (!provider.options().contains(option)) {
        throw new BadInputException(
            option.word() + " cannot be combined with --topology " + topology.name());
      }
    }
    provider.check(topology, spec, options);
  }

  /** Every option that a topology takes; each once. */
  public static List<DeclaredOption<?>> options() {
    return providers(Object.class).stream()
        .<DeclaredOption<?>>flatMap(provider -> provider.options().stream())
        .distinct()
        .toList();
  }

  /**
   * Whether the clusters of a topology have some capabilities.
   *
   * @throws BadInputException when no cluster has that topology
   */
  public static boolean has(String topology, Collection<Class<?>> capabilities) {
    List<ServerProvider> clusters =
        providers(Cluster.class).stream()
            .filter(provider -> provider.topology().equals(topology))
            .toList();
    if (clusters.isEmpty()) {
      throw new BadInputException(
          "bmt starts no cluster with topology "
              + topology
              + ": "
              + possible(providers(Cluster.class)));
    }
    return clusters.stream().anyMatch(one -> capabilities.stream().allMatch(one::opens));
  }

  private static ServerProvider provider(Class<?> kind, Topology topology, TargetSpec spec) {
    List<ServerProvider> all = providers(kind);
    List<ServerProvider> some =
        all.stream()
            .filter(one -> one.topology().equals(topology.name()) && one.takes(spec))
            .toList();
    if (some.isEmpty()) {
      throw new BadInputException(
          (kind == Cluster.class
                  ? "bmt starts no cluster with topology "
                  : "bmt does not start topology ")
              + topology.name()
              + " on "
              + spec.word()
              + ": "
              + possible(all));
    }
    return some.stream()
        .filter(one -> one.product() == null)
        .findFirst()
        .orElseGet(() -> ofProduct(topology, spec, some));
  }

  /** The one among those of single products that starts servers of the target's product. */
  private static ServerProvider ofProduct(
      Topology topology, TargetSpec spec, List<ServerProvider> some) {
    ServerProvider first = some.get(0);
    ServerProduct product;
    try {
      product = first.product(spec);
    } catch (TargetException e) {
      // There is no such server: whoever opens it says so.
      return first;
    }
    return some.stream()
        .filter(one -> one.product() == product.flavor())
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "topology "
                        + topology.name()
                        + " needs "
                        + first.product()
                        + ", and "
                        + spec.word()
                        + " is "
                        + product
                        + ": "
                        + possible(some)));
  }

  /** Those that open what has a type. */
  private static List<ServerProvider> providers(Class<?> type) {
    return ServiceLoader.load(ServerProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.opens(type))
        .toList();
  }

  /** Such as "choose --target embedded or local (topology replication, MariaDB)". */
  private static String possible(List<ServerProvider> providers) {
    return providers.stream()
        .map(
            provider ->
                "--target "
                    + KINDS.stream()
                        .filter(provider::takes)
                        .map(TargetSpec::word)
                        .collect(Collectors.joining(" or "))
                    + " (topology "
                    + provider.topology()
                    + (provider.product() == null ? "" : ", " + provider.product())
                    + (provider.requires().isEmpty() ? "" : " " + provider.requires())
                    + ")")
        .sorted()
        .collect(Collectors.joining(", or ", "choose ", ""));
  }
}
