package io.github.bmt4j.lab.process;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.OpenLabs;
import io.github.bmt4j.lab.ReplicationLab;
import io.github.bmt4j.lab.ReplicationLabProvider;
import io.github.bmt4j.lab.ReplicationOptions;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.target.TargetSpec;

/** Starts embedded and local MariaDB servers that replicate. */
@AutoService(ReplicationLabProvider.class)
public final class ReplicationProcessesProvider implements ReplicationLabProvider {
  @Override
  public boolean takes(TargetSpec spec) {
    return ServerBinaries.takes(spec);
  }

  @Override
  public ReplicationLab open(
      TargetSpec spec, ReplicationOptions options, OpenLabs open, Progress progress)
      throws TargetException {
    ServerBinaries binaries = ServerBinaries.find(spec, options.cache(), progress);
    if (!binaries.version().isMariaDb()) {
      throw new BadInputException(
          "a replication lab needs MariaDB, and "
              + binaries.server()
              + " is "
              + binaries.version()
              + ": choose --target embedded");
    }
    return ReplicationProcesses.open(binaries, options, open, progress);
  }
}
