package io.github.bmt4j.server;

import io.github.bmt4j.failure.BadInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * How to start a primary and its replicas.
 *
 * @param cache where server binaries and running servers' folders are kept
 * @param replicas how many beside the primary, 1 to 8
 * @param semiSync whether a commit waits until a replica has received it
 * @param serverOptions further options of every node, such as {@code innodb_buffer_pool_size=1G},
 *     without dashes
 */
public record ReplicationOptions(
    Path cache, int replicas, boolean semiSync, List<String> serverOptions) {
  private static final int MOST_REPLICAS = 8;
  private static final Set<String> OURS =
      Set.of(
          "binlog-format",
          "gtid-domain-id",
          "gtid-strict-mode",
          "log-bin",
          "log-slave-updates",
          "read-only",
          "relay-log",
          "report-host",
          "report-port",
          "rpl-semi-sync-master-enabled",
          "rpl-semi-sync-slave-enabled",
          "server-id",
          "skip-log-bin",
          "skip-slave-start");

  public ReplicationOptions {
    if (replicas < 1 || replicas > MOST_REPLICAS) {
      throw new BadInputException(
          "--replicas=" + replicas + ": give a number from 1 to " + MOST_REPLICAS);
    }
    for (String value : new ServerOptions(serverOptions).values()) {
      if (OURS.contains(ServerOptions.name(value))) {
        throw new BadInputException(
            "server option "
                + value
                + ": "
                + ServerOptions.name(value)
                + " is set by bmt for servers that replicate");
      }
    }
    serverOptions = List.copyOf(serverOptions);
  }
}
