package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A server that bmt starts. */
@Section("Server")
public final class StartedServer {
  @Marked(Mark.SERVER)
  @Option(
      names = "--target",
      order = Section.USUAL,
      paramLabel = "<server>",
      description =
          "server that bmt starts: embedded (default), local, local:<path of mariadbd or mysqld>,"
              + " or container:<image>, such as container:mysql:8.4")
  @Nullable String target;

  @Marked(Mark.SETTING)
  @Option(
      names = "--server-option",
      paramLabel = "<key=value>",
      description =
          "setting of a server that bmt starts, such as innodb_buffer_pool_size=1G; may be"
              + " repeated")
  List<String> serverOptions = new ArrayList<>();

  @Mixin CacheOption cache;

  /** The server; in place of an embedded one, what this platform has. */
  public TargetSpec spec() {
    return ServerRegistry.here(TargetSpec.parse(target == null ? "embedded" : target));
  }

  /**
   * Options with which it is started.
   *
   * @param data folder that keeps its data; absent for none
   * @param connections connections that the command will need
   */
  public StartOptions start(@Nullable Path data, int connections) {
    return new StartOptions(cache.folder(), data, serverOptions, connections);
  }
}
