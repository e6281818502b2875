package io.github.bmt4j.jdbc;

import java.security.SecureRandom;
import java.util.stream.Collectors;

/** A password: reaches the driver and nothing else, and is never printed. */
public final class Secret {
  public static final Secret NONE = new Secret("");

  private static final String LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  public static Secret of(String value) {
    return new Secret(value);
  }

  /** A new one, of letters and digits. */
  public static Secret random(int length) {
    return new Secret(
        RANDOM
            .ints(length, 0, LETTERS.length())
            .mapToObj(at -> LETTERS.substring(at, at + 1))
            .collect(Collectors.joining()));
  }

  /** The password in clear, for the driver. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "***";
  }
}
