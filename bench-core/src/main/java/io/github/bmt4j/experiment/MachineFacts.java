package io.github.bmt4j.experiment;

import com.sun.management.OperatingSystemMXBean;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The machine and JVM that the load comes from. */
final class MachineFacts {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Words of the launcher, which depend on whether it had made an archive of the classes. */
  private static final Pattern ARCHIVE =
      Pattern.compile("-Xlog:cds|-XX:SharedArchiveFile=|-Dbmt\\.archive=");

  private MachineFacts() {}

  static String jvm(List<String> options) {
    String arguments =
        options.stream()
            .filter(argument -> !ARCHIVE.matcher(argument).lookingAt())
            .map(Redaction::argument)
            .collect(Collectors.joining(" "));
    return (System.getProperty("java.vm.name") + " " + Runtime.version() + " " + arguments).strip();
  }

  static String os() {
    return read("/etc/os-release", "PRETTY_NAME=\"?([^\"\\n]+)")
            .map(name -> "GNU/Linux " + name + " build")
            .orElse(System.getProperty("os.name"))
        + " "
        + System.getProperty("os.version")
        + " "
        + System.getProperty("os.arch");
  }

  /** Linux on ARM has no name in a file; macOS and Windows have no such file. */
  static String cpu() {
    return read("/proc/cpuinfo", "model name\\s*: *(.+)")
        .or(() -> ask("Model name: *(.+)", "lscpu"))
        .or(() -> ask("(.+)", "sysctl", "-n", "machdep.cpu.brand_string"))
        .or(() -> Optional.ofNullable(System.getenv("PROCESSOR_IDENTIFIER")))
        .orElse(System.getProperty("os.arch"))
        .strip();
  }

  static long memoryBytes() {
    return read("/proc/meminfo", "MemTotal: *(\\d+) kB")
        .map(kilobytes -> 1024 * Long.parseLong(kilobytes))
        .orElseGet(
            () ->
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                    .getTotalMemorySize());
  }

  private static Optional<String> read(String file, String pattern) {
    try {
      return found(Files.readString(Path.of(file)), pattern);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> ask(String pattern, String... program) {
    try {
      Launch.Answer answer = Launch.ask(List.of(program), PATIENCE);
      return answer.code() == 0 ? found(answer.text(), pattern) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Optional<String> found(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
