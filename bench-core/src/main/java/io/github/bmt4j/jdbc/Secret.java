package io.github.bmt4j.jdbc;

import java.util.regex.Pattern;

/** A password: reaches the driver and nothing else, and is never printed. */
public final class Secret {
  public static final Secret NONE = new Secret("");

  private static final Pattern NAME =
      Pattern.compile("(?i)password|passwd|pwd|pass\\d*$|passphrase|secret|token");

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  public static Secret of(String value) {
    return new Secret(value);
  }

  /** Whether the name of a setting says that its value is a secret. */
  static boolean isNamedBy(String setting) {
    return NAME.matcher(setting).find();
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
