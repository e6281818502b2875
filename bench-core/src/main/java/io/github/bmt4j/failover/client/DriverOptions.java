package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.jdbc.JdbcUrl;
import java.util.Map;
import java.util.regex.Pattern;

/** The application's settings as options of its driver. What a URL sets itself stays. */
final class DriverOptions {
  private static final String FACTORY = "socketFactory";
  private static final Pattern MYSQL = Pattern.compile("jdbc:(?:aws-wrapper:)?mysql[:+]");

  private DriverOptions() {}

  /**
   * The URL with the settings of the driver, and with sockets that {@link ConnectTrace} sees where
   * the driver takes them.
   *
   * @param url as the driver reads it
   * @param probe who connects with it
   */
  static String url(String url, ApplicationSettings settings, ProbeKind probe) {
    String result = url;
    DriverFamily family = settings.family();
    for (Map.Entry<String, String> option : family.options(settings).entrySet()) {
      result = JdbcUrl.with(result, option.getKey(), option.getValue());
    }
    if (family == DriverFamily.OTHER) {
      return result;
    }
    boolean mysql = MYSQL.matcher(url).lookingAt();
    String factory =
        mysql ? MySqlSocketFactory.name(probe) : TracedSocketFactory.of(probe).getName();
    return JdbcUrl.with(result, FACTORY, factory);
  }

  /** Returns true if all TCP connections of a URL with its settings are seen. */
  static boolean areTraced(String url) {
    return JdbcUrl.value(url, FACTORY)
        .filter(
            name ->
                name.startsWith(TracedSocketFactory.class.getName())
                    || name.startsWith(MySqlSocketFactory.class.getName()))
        .isPresent();
  }
}
