package io.github.bmt4j.server.process;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Lab;
import io.github.bmt4j.server.LabOptions;
import io.github.bmt4j.server.LabProvider;
import io.github.bmt4j.server.OpenLabs;
import java.nio.file.Path;

/** Starts embedded and local servers. */
@AutoService(LabProvider.class)
public final class ProcessLabProvider implements LabProvider {
  @Override
  public boolean takes(TargetSpec spec) {
    return ServerBinaries.takes(spec);
  }

  @Override
  public Lab open(TargetSpec spec, LabOptions options, OpenLabs open, Progress progress)
      throws TargetException {
    Path data = options.data();
    if (data != null) {
      DataFolder.check(data);
    }
    ServerBinaries binaries = ServerBinaries.find(spec, options.cache(), progress);
    return ProcessLab.open(binaries, options, open, progress);
  }
}
