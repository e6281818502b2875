package io.github.bmt4j.cli.options;

import io.github.bmt4j.server.HaProxy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A proxy before the nodes of a cluster that bmt starts. */
@Section("Cluster that bmt starts")
public final class ViaOption {
  @Option(
      names = "--via",
      paramLabel = "<proxy>",
      description =
          "proxy between the application and the servers of a cluster that bmt starts: none"
              + " (default) or haproxy, which must be installed here")
  @Nullable Via via;

  enum Via {
    NONE,
    HAPROXY
  }

  /** Name of the proxy in results; absent without one. */
  public @Nullable String word() {
    return isHaProxy() ? HaProxy.WORD : null;
  }

  /** Refuses a proxy before the user's own servers. */
  public void checkStarted(boolean started) {
    Checks.check(
        started || !isHaProxy(),
        "--via",
        " is for servers that bmt starts: give the address of your own proxy as --url");
  }

  public boolean isHaProxy() {
    return via == Via.HAPROXY;
  }
}
