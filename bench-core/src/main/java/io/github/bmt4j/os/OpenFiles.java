package io.github.bmt4j.os;

import static io.github.bmt4j.report.Lines.words;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** Files and sockets that this process, and each process that it starts, may have open. */
public final class OpenFiles {
  private OpenFiles() {}

  /**
   * The reason why more files cannot be opened.
   *
   * @param more number of files that are needed
   * @return the limit and how to raise it; empty when there is room, or no limit is known
   */
  public static Optional<String> shortage(int more) {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? shortage(system.getMaxFileDescriptorCount(), system.getOpenFileDescriptorCount(), more)
        : Optional.empty();
  }

  static Optional<String> shortage(long limit, long open, int more) {
    long needed = open + more;
    return limit >= needed
        ? Optional.empty()
        : Optional.of(
            words(
                "the limit of open files is too low: %d may be open, %d are, and about %d are"
                    + " needed; raise it, as in ulimit -n %d",
                limit, open, needed, 2 * needed));
  }
}
