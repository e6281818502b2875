package io.github.bmt4j.server.process;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.OpenLabs;
import io.github.bmt4j.server.ReplicationLab;
import io.github.bmt4j.server.ReplicationLabProvider;
import io.github.bmt4j.server.ReplicationOptions;

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
