package io.github.bmt4j.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Resident memory of a process, as Linux tells it. */
public final class ResidentMemory {
  private static final Pattern LINE = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  private ResidentMemory() {}

  /** That of this process; 0 if the system does not report it. */
  public static long ownBytes() {
    return bytes(ProcessHandle.current().pid());
  }

  /** That of a process; 0 if the system does not report it, or the process is gone. */
  public static long bytes(long pid) {
    try {
      Matcher line = LINE.matcher(Files.readString(Path.of("/proc", pid + "", "status")));
      return line.find() ? 1024 * Long.parseLong(line.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
