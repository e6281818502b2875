package io.github.bmt4j.server.container;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerProvider;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;

/** Starts single servers in containers. */
@AutoService(ServerProvider.class)
public final class ContainerProvider extends ServerProvider {
  public ContainerProvider() {
    super(Topology.SINGLE.name(), Server.class, spec -> spec instanceof TargetSpec.Container);
  }

  @Override
  protected void check(Topology topology, TargetSpec spec, StartOptions options) {
    super.check(topology, spec, options);
    ServerImage.parse(((TargetSpec.Container) spec).image());
    if (options.data() != null) {
      throw new BadInputException(
          "--data-dir",
          " requires --target embedded or --target local; a container's data go with" + " it");
    }
  }

  @Override
  protected Server open(Topology topology, TargetSpec spec, StartOptions options, Progress progress)
      throws TargetException {
    String image = ((TargetSpec.Container) spec).image();
    return Containers.load(progress).start(image, options, progress);
  }
}
