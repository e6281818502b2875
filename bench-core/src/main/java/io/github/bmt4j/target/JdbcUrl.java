package io.github.bmt4j.target;

import java.util.regex.Pattern;

/** What can be read off a JDBC URL without a driver. */
public final class JdbcUrl {
  private static final Pattern PASSWORD =
      Pattern.compile("(?i)((?:password|pwd|pass(?:word)?\\d|[a-z]*password)=)[^&;,)]*");
  private static final Pattern USER_INFO = Pattern.compile("(//[^/@:?]*:)[^/@?]*@");

  private JdbcUrl() {}

  /** The URL with every password in it replaced by {@code ***}. */
  public static String redacted(String url) {
    return USER_INFO.matcher(PASSWORD.matcher(url).replaceAll("$1***")).replaceAll("$1***@");
  }

  /** Whether an option is set in the URL itself. */
  public static boolean sets(String url, String option) {
    return Pattern.compile("[?&]" + Pattern.quote(option) + "=", Pattern.CASE_INSENSITIVE)
        .matcher(url)
        .find();
  }

  /** The URL with an option added, unless it sets that option itself. */
  public static String with(String url, String option, String value) {
    return sets(url, option) ? url : url + (url.contains("?") ? "&" : "?") + option + "=" + value;
  }
}
