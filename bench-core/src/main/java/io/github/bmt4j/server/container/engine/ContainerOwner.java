package io.github.bmt4j.server.container.engine;

import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.os.SystemFacts;
import io.github.bmt4j.server.ProcessStart;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The process that owns a container, as the container's labels record it.
 *
 * @param machine where the process has its number: an engine may serve several
 * @param startedMillis start of the process, in ms since 1970
 */
record ContainerOwner(String machine, long pid, long startedMillis) {
  static final String MACHINE = "io.github.bmt4j.owner.machine";

  /** For people. */
  static final String HOST = "io.github.bmt4j.owner.host";

  static final String PID = "io.github.bmt4j.owner.pid";
  static final String STARTED = "io.github.bmt4j.owner.started";
  private static final String UNKNOWN = "unknown";

  static ContainerOwner here() {
    ProcessHandle self = ProcessHandle.current();
    long started = self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return new ContainerOwner(thisMachine(), self.pid(), started);
  }

  /** The owner that the labels of a container name, if any. */
  static Optional<ContainerOwner> of(Map<String, String> labels) {
    try {
      String machine = labels.get(MACHINE);
      return machine == null
          ? Optional.empty()
          : Optional.of(
              new ContainerOwner(
                  machine,
                  Long.parseLong(labels.getOrDefault(PID, "")),
                  Long.parseLong(labels.getOrDefault(STARTED, ""))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  Map<String, String> labels() {
    return Map.of(
        MACHINE,
        machine,
        HOST,
        hostName(),
        PID,
        Long.toString(pid),
        STARTED,
        Long.toString(startedMillis));
  }

  /** True if it was a process of this machine and has ended. */
  boolean isDeadHere() {
    if (machine.isEmpty() || !machine.equals(thisMachine())) {
      return false;
    }
    Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    Optional<Instant> started = process.flatMap(alive -> alive.info().startInstant());
    return process.isEmpty()
        || started.filter(i -> !ProcessStart.isSame(i, startedMillis)).isPresent();
  }

  private static String thisMachine() {
    return machine(SystemFacts.text("/etc/machine-id"), SystemFacts.boot(), hostName());
  }

  /**
   * The same for all processes whose numbers differ, and for none elsewhere; hashed, because the id
   * of a machine is confidential. Empty if it is not known.
   *
   * @param id which copies of a virtual machine may share; empty if there is none, as in images
   * @param boot for a machine without an id; empty outside Linux
   * @param host "unknown" on a machine that cannot resolve its name
   */
  static String machine(String id, String boot, String host) {
    String known = id.isEmpty() ? boot : id;
    return known.isEmpty() && host.equals(UNKNOWN)
        ? ""
        : Sha256.of(String.join("\n", known, host, SystemFacts.namespace("pid")));
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return UNKNOWN;
    }
  }
}
