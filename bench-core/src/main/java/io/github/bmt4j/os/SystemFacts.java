package io.github.bmt4j.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Facts that the system has in small files and links; "" for one that it does not have. */
public final class SystemFacts {
  private SystemFacts() {}

  /** Linux's random id of the time since the machine was started, the same in all containers. */
  public static String boot() {
    return text("/proc/sys/kernel/random/boot_id");
  }

  /** The contents of a file, without spaces around them. */
  public static String text(String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * The namespace of this process, such as {@code net:[4026531840]}.
   *
   * @param kind such as {@code net} or {@code pid}
   */
  public static String namespace(String kind) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns", kind)).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
