package io.github.bmt4j.os;

import java.util.List;

/** A JVM for a program that lives for seconds: the quick compiler alone takes half as long. */
public final class QuickJvm {
  private QuickJvm() {}

  /** The command line, for a shell. */
  public static String line(Class<?> program, String... arguments) {
    List<String> quick = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    return String.join(" ", Launch.jvm(quick, program, List.of(arguments)));
  }
}
