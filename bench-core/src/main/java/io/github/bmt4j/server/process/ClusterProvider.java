package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.DeclaredOption;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.ServerProvider;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import io.github.bmt4j.server.container.ServerImage;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Starts clusters of one topology, whose servers are processes or containers. */
abstract class ClusterProvider extends ServerProvider {
  private final int fewestNodes;
  private final @Nullable Flavor product;
  private final Set<String> ownOptions;

  /**
   * Declares what it starts.
   *
   * @param fewestNodes with which it can lose one
   * @param product of its servers, which are installed; absent for any target
   * @param ownOptions names of server options that it sets
   */
  ClusterProvider(
      String topology,
      Class<? extends Cluster> opens,
      int fewestNodes,
      @Nullable Flavor product,
      Set<String> ownOptions,
      DeclaredOption<?>... options) {
    super(
        topology,
        opens,
        product == null ? TargetSpec::isStarted : TargetSpec.Local.class::isInstance,
        options);
    this.fewestNodes = fewestNodes;
    this.product = product;
    this.ownOptions = ownOptions;
  }

  /** Source of server processes, new for each attempt. */
  static ProcessCluster.Servers processes(
      ServerBinaries binaries, StartOptions options, Progress progress) {
    return () -> new ProcessServers(binaries, options, progress);
  }

  @Override
  protected String requires() {
    return product == null ? "" : product.toString();
  }

  @Override
  protected void check(Topology topology, TargetSpec spec, StartOptions options) {
    String name = "topology " + topology.name();
    ServerOptions.wanted(options).refuse(ownOptions, "for " + name);
    if (topology.nodes() < fewestNodes) {
      throw new BadInputException(
          words(
              "--nodes=%s: %s has no majority when one of them is lost; give %s or more",
              topology.nodes(), name, fewestNodes));
    }
    if (spec instanceof TargetSpec.Container image) {
      ServerImage.checkNodes(image);
      return;
    }
    try {
      ServerProduct servers = ServerBinaries.product(spec);
      if (product != null && product != servers.flavor()) {
        throw new BadInputException(
            name + " needs " + requires() + ", and " + spec.word() + " is " + servers);
      }
    } catch (TargetException e) {
      // There is no such server: whoever opens it says so.
    }
  }
}
