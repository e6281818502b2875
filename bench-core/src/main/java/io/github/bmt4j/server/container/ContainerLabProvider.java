package io.github.bmt4j.server.container;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Lab;
import io.github.bmt4j.server.LabOptions;
import io.github.bmt4j.server.LabProvider;
import io.github.bmt4j.server.OpenLabs;

/** Starts servers in containers. */
@AutoService(LabProvider.class)
public final class ContainerLabProvider implements LabProvider {
  @Override
  public boolean takes(TargetSpec spec) {
    return spec instanceof TargetSpec.Container;
  }

  @Override
  public Lab open(TargetSpec spec, LabOptions options, OpenLabs open, Progress progress)
      throws TargetException {
    return ContainerLab.open(((TargetSpec.Container) spec).image(), options, open, progress);
  }
}
