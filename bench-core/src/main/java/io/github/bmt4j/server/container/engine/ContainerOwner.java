package io.github.bmt4j.server.container.engine;

import io.github.bmt4j.server.ProcessStart;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The process that owns a container, as the container's labels record it.
 *
 * @param host machine of the process: an engine may serve several
 * @param startedMillis start of the process, in ms since 1970
 */
record ContainerOwner(String host, long pid, long startedMillis) {
  static final String HOST = "io.github.bmt4j.owner.host";
  static final String PID = "io.github.bmt4j.owner.pid";
  static final String STARTED = "io.github.bmt4j.owner.started";

  static ContainerOwner here() {
    ProcessHandle self = ProcessHandle.current();
    long started = self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return new ContainerOwner(hostName(), self.pid(), started);
  }

  /** The owner that the labels of a container name, if any. */
  static Optional<ContainerOwner> of(Map<String, String> labels) {
    try {
      String host = labels.get(HOST);
      return host == null
          ? Optional.empty()
          : Optional.of(
              new ContainerOwner(
                  host,
                  Long.parseLong(labels.getOrDefault(PID, "")),
                  Long.parseLong(labels.getOrDefault(STARTED, ""))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  Map<String, String> labels() {
    return Map.of(HOST, host, PID, Long.toString(pid), STARTED, Long.toString(startedMillis));
  }

  /** True if it was a process of this machine and has ended. */
  boolean isDeadHere() {
    if (!host.equals(hostName())) {
      return false;
    }
    Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    Optional<Instant> started = process.flatMap(alive -> alive.info().startInstant());
    return process.isEmpty()
        || started.filter(i -> !ProcessStart.isSame(i, startedMillis)).isPresent();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
