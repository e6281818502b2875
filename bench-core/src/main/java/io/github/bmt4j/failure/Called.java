package io.github.bmt4j.failure;

import java.util.Objects;

/** The program as the user called it, for messages that name one of its commands. */
public final class Called {
  private static final String NAME = Objects.requireNonNullElse(System.getenv("BMT_CALLED"), "bmt");

  private Called() {}

  /**
   * A command line.
   *
   * @param words after the name of the program, such as {@code list tpcc}
   */
  public static String bmt(String words) {
    return NAME + " " + words;
  }
}
