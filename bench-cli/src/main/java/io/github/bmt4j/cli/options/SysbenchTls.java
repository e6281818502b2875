package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.BadInputException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Value of {@code --mysql-ssl}: on or off as in sysbench 1.0.20, or a mode as in sysbench's master.
 */
public enum SysbenchTls {
  DISABLED("disable", "off|false|0|no"),
  PREFERRED("allow", ""),
  REQUIRED("trust", "on|true|1|yes"),
  VERIFY_CA("verify-ca", ""),
  VERIFY_IDENTITY("verify-full", "");

  private final String sslMode;
  private final String otherWords;

  SysbenchTls(String sslMode, String otherWords) {
    this.sslMode = sslMode;
    this.otherWords = otherWords;
  }

  /**
   * The mode of a word; off without one, as in sysbench.
   *
   * @throws io.github.bmt4j.failure.BadInputException when the word is no mode
   */
  static SysbenchTls of(@Nullable String word) {
    if (word == null) {
      return DISABLED;
    }
    return Arrays.stream(values())
        .filter(mode -> mode.name().equalsIgnoreCase(word) || word.matches(mode.otherWords))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "--mysql-ssl",
                    "="
                        + word
                        + ": choose one of on, off, PREFERRED, REQUIRED, VERIFY_CA,"
                        + " VERIFY_IDENTITY"));
  }

  /** Options of the driver in a URL. Without TLS, MySQL's usual login needs the second. */
  String urlOptions() {
    boolean mayBeOff = this == DISABLED || this == PREFERRED;
    return "sslMode=" + sslMode + (mayBeOff ? "&allowPublicKeyRetrieval=true" : "");
  }
}
