package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.jdbc.JdbcUrl;
import org.jspecify.annotations.Nullable;

/** The application's settings as options of MariaDB Connector/J. What a URL sets itself stays. */
final class DriverOptions {
  private DriverOptions() {}

  /**
   * The URL with the settings of the driver, and with sockets that {@link ConnectTrace} sees.
   *
   * @param probe who connects with it
   */
  static String url(String url, ApplicationSettings settings, ProbeKind probe) {
    if (!take(url)) {
      return url;
    }
    String result = with(url, "connectTimeout", settings.connectTimeoutMillis());
    result = with(result, "socketTimeout", settings.socketTimeoutMillis());
    result = with(result, "retriesAllDown", settings.retriesAllDown());
    result = with(result, "deniedListTimeout", settings.deniedListMillis());
    result = with(result, "transactionReplay", settings.transactionReplay() ? true : null);
    return with(result, "socketFactory", TracedSocketFactory.of(probe).getName());
  }

  /** Whether the driver of a URL takes the settings. */
  static boolean take(String url) {
    return url.startsWith("jdbc:mariadb:");
  }

  private static String with(String url, String option, @Nullable Object value) {
    return value == null ? url : JdbcUrl.with(url, option, value.toString());
  }
}
