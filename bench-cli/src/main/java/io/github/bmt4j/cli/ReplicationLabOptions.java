package io.github.bmt4j.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The lab of a primary and its replicas. */
final class ReplicationLabOptions {
  private static final int REPLICAS = 2;

  @Option(
      names = "--replicas",
      paramLabel = "<n>",
      description = "replicas of the primary (default " + REPLICAS + ")")
  @Nullable Integer replicas;

  @Option(
      names = "--semi-sync",
      description = "commits wait until a replica has received them (semi-synchronous)")
  boolean semiSync;

  int replicas() {
    return replicas == null ? REPLICAS : replicas;
  }

  boolean semiSync() {
    return semiSync;
  }

  /** Whether anything was said of the lab. */
  boolean anything() {
    return replicas != null || semiSync;
  }
}
