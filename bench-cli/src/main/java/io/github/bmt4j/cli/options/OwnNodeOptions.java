package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The nodes of the user's own cluster, and its readers. */
@Section("Your own cluster (with --url)")
public final class OwnNodeOptions {
  @Option(
      names = "--node",
      paramLabel = "<host[:port]>",
      description =
          "node to monitor directly, for the server's own outage; may be repeated (default: the"
              + " hosts of the URL when it has several)")
  List<String> nodes = new ArrayList<>();

  @Marked(Mark.HIDDEN)
  @Option(
      names = "--read-url",
      paramLabel = "<jdbc-url>",
      description = "where readers connect, such as a reader endpoint (default: --url)")
  @Nullable String readUrl;

  boolean anything() {
    return !nodes.isEmpty() || readUrl != null;
  }

  public List<String> nodes() {
    return List.copyOf(nodes);
  }

  /** The URL of the readers, checked; absent when it is that of the cluster. */
  public @Nullable String readUrl(UrlKind kind) {
    if (readUrl != null) {
      kind.check("--read-url", readUrl);
    }
    return readUrl;
  }
}
