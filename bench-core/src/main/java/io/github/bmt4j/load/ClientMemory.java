package io.github.bmt4j.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The most memory that this process was seen to use. */
final class ClientMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  private long heapBytes;
  private long residentBytes;

  /** Looks at it now; takes some ten µs. */
  void look() {
    heapBytes =
        Math.max(heapBytes, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    residentBytes = Math.max(residentBytes, resident());
  }

  /** Most heap in use, garbage included. */
  @Nullable Long heapBytes() {
    return heapBytes == 0 ? null : (Long) heapBytes;
  }

  /** Most of the machine's memory that it held; nothing where the system does not tell. */
  @Nullable Long residentBytes() {
    return residentBytes == 0 ? null : (Long) residentBytes;
  }

  private static long resident() {
    try {
      Matcher line = RESIDENT.matcher(Files.readString(STATUS));
      return line.find() ? 1024 * Long.parseLong(line.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
