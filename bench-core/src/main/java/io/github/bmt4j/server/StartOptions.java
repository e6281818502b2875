package io.github.bmt4j.server;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options with which servers of any topology are started.
 *
 * @param cache folder of server binaries and of running servers' folders
 * @param data folder that keeps a single server's data from command to command; if absent, the data
 *     is deleted with the command
 * @param serverOptions further options of every server, such as {@code innodb_buffer_pool_size=1G},
 *     without dashes
 * @param connections connections that the user needs at once; 0 when it does not matter
 */
public record StartOptions(
    Path cache, @Nullable Path data, List<String> serverOptions, int connections) {
  /** Name of the database that every server has. */
  public static final String DATABASE = "bmt";

  public StartOptions {
    serverOptions = List.copyOf(serverOptions);
  }

  /** Options for a server whose number of connections does not matter. */
  public StartOptions(Path cache, @Nullable Path data, List<String> serverOptions) {
    this(cache, data, serverOptions, 0);
  }
}
