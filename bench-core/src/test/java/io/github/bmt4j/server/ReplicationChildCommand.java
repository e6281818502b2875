package io.github.bmt4j.server;

import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.util.List;

/**
 * The program of a {@link Child} that opens a replication lab of two nodes and freezes the second:
 * {@code <target> <cache>}.
 */
final class ReplicationChildCommand {
  private ReplicationChildCommand() {}

  public static void main(String[] arguments) throws Exception {
    Cluster lab =
        ServerRegistry.open(
            Topology.cluster(Topology.REPLICATION, 2),
            TargetSpec.parse(arguments[0]),
            new StartOptions(Path.of(arguments[1]), null, List.of()),
            Progress.SILENT);
    lab.freeze(lab.nodes().get(1));
    System.out.println("ready");
    Thread.sleep(Long.MAX_VALUE);
  }
}
