package io.github.bmt4j.cli;

import io.github.bmt4j.folder.UserFolders;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cache folder: also which lab, as a cache has one at a time. */
final class CacheOption {
  @Option(
      names = "--cache-dir",
      paramLabel = "<folder>",
      description = "where server binaries and the lab are kept; default: the user's cache folder")
  @Nullable Path cacheDir;

  Path cache() {
    return cacheDir == null ? UserFolders.cache() : cacheDir;
  }
}
