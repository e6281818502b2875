package io.github.bmt4j.lab.process;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server program says of itself.
 *
 * @param mariadb whether it is MariaDB; otherwise MySQL
 * @param number such as {@code 10.11.19}
 */
record ServerVersion(boolean mariadb, String number) {
  private static final Pattern VERSION = Pattern.compile("\\bVer (\\d+\\.\\d+(?:\\.\\d+)?)");

  /** Reads the answer to {@code --version}. */
  static ServerVersion parse(String answer) {
    Matcher matcher = VERSION.matcher(answer);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no version in: " + answer.strip());
    }
    return new ServerVersion(answer.contains("MariaDB"), matcher.group(1));
  }

  String product() {
    return mariadb ? "MariaDB" : "MySQL";
  }

  int major() {
    return Integer.parseInt(number.substring(0, number.indexOf('.')));
  }

  /** Product and first two numbers: servers of one series read each other's data. */
  String series() {
    String[] parts = number.split("\\.", -1);
    return product() + " " + parts[0] + "." + parts[1];
  }

  @Override
  public String toString() {
    return product() + " " + number;
  }
}
