package io.github.bmt4j.server.container.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The process of the server in a container. Its engine reports the number, which may be that of
 * another machine, or of a virtual machine on this one.
 */
final class ContainerProcess {
  private ContainerProcess() {}

  /**
   * The process; absent if this machine does not show that it belongs to the container, or it is
   * another program than a server, such as a shell that started one.
   */
  static @Nullable ProcessHandle of(long pid, String container) {
    Path process = Path.of("/proc", pid + "");
    try {
      return Files.readString(process.resolve("cgroup")).contains(container)
              && Files.readString(process.resolve("comm")).strip().matches("mysqld|mariadbd")
          ? ProcessHandle.of(pid).orElse(null)
          : null;
    } catch (IOException e) {
      return null;
    }
  }
}
