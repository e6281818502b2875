package io.github.bmt4j.cli.options;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The server, whose data may be kept. */
@Section("Server")
public final class KeptTarget extends TargetOptions {
  @Option(
      names = "--data-dir",
      paramLabel = "<folder>",
      description = "keep the data of a server that bmt starts in this folder")
  @Nullable Path dataDir;

  @Override
  @Nullable Path dataDir() {
    return dataDir;
  }
}
