package io.github.bmt4j.lab.process;

import com.google.auto.service.AutoService;
import io.github.bmt4j.artifact.MavenArtifacts;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.Lab;
import io.github.bmt4j.lab.LabOptions;
import io.github.bmt4j.lab.LabProvider;
import io.github.bmt4j.lab.OpenLabs;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.target.TargetSpec;
import java.nio.file.Path;

/** Starts embedded and local servers. */
@AutoService(LabProvider.class)
public final class ProcessLabProvider implements LabProvider {
  @Override
  public boolean takes(TargetSpec spec) {
    return spec instanceof TargetSpec.Embedded || spec instanceof TargetSpec.Local;
  }

  @Override
  public Lab open(TargetSpec spec, LabOptions options, OpenLabs open, Progress progress)
      throws TargetException {
    Path data = options.data();
    if (data != null) {
      DataFolder.check(data);
    }
    ServerBinaries binaries =
        spec instanceof TargetSpec.Local
            ? LocalBinaries.find()
            : new EmbeddedBinaries(options.cache(), MavenArtifacts.ofUser(), progress).find();
    return ProcessLab.open(binaries, options, open, progress);
  }
}
