package io.github.bmt4j.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cluster that bmt starts: a primary and its replicas. */
@Section("Cluster that bmt starts")
final class ReplicationLabOptions {
  private static final int REPLICAS = 2;

  @Option(
      names = "--replicas",
      paramLabel = "<n>",
      description = "number of replicas (default " + REPLICAS + ")")
  @Nullable Integer replicas;

  @Option(
      names = "--semi-sync",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description =
          "semi-synchronous: a commit waits until a replica has received it (default off)")
  boolean semiSync;

  int replicas() {
    return replicas == null ? REPLICAS : replicas;
  }

  boolean semiSync() {
    return semiSync;
  }

  /** Whether one of these options was given. */
  boolean anything() {
    return replicas != null || semiSync;
  }
}
