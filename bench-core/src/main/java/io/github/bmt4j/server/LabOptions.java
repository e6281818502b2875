package io.github.bmt4j.server;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to start a server of ours.
 *
 * @param cache where server binaries and running servers' folders are kept
 * @param data folder that keeps the server's data from command to command; absent, the data goes
 *     with the command
 * @param serverOptions further options of the server, such as {@code innodb_buffer_pool_size=1G},
 *     without dashes
 * @param connections that the user needs at once; 0 when it does not matter
 */
public record LabOptions(
    Path cache, @Nullable Path data, List<String> serverOptions, int connections) {
  /** Name of the database that every server of ours has. */
  public static final String DATABASE = "bmt";

  public LabOptions {
    serverOptions = List.copyOf(serverOptions);
  }

  /** Options for a server whose number of connections does not matter. */
  public LabOptions(Path cache, @Nullable Path data, List<String> serverOptions) {
    this(cache, data, serverOptions, 0);
  }
}
