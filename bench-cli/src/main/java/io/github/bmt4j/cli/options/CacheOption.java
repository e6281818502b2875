package io.github.bmt4j.cli.options;

import io.github.bmt4j.os.UserFolders;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cache folder. A cache has one test cluster at a time. */
public final class CacheOption {
  @Option(
      names = "--cache-dir",
      paramLabel = "<folder>",
      description =
          "folder for server binaries and the test cluster (default: the user's cache folder)")
  @Nullable Path cacheDir;

  public Path folder() {
    return cacheDir == null ? UserFolders.cache() : cacheDir;
  }
}
