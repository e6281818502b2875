package io.github.bmt4j.jdbc;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** Checks the options of a URL by its driver, without a connection. */
final class UrlOptions {
  private static final Pattern NAME = Pattern.compile("[?&]([^=&]+)(?==)");

  /** An option of MariaDB Connector/J by which plugins get options that it does not know itself. */
  private static final String OF_PLUGINS = "credentialType";

  private UrlOptions() {}

  /**
   * The reason why a driver does not take the values of a URL; empty when it does, or cannot say.
   */
  static Optional<String> wrongValue(Driver driver, String url) {
    try {
      driver.getPropertyInfo(url, new Properties());
      return Optional.empty();
    } catch (SQLException e) {
      String words = String.valueOf(e.getMessage()).replaceFirst("^error parsing url ?: ?", "");
      return Optional.of(JdbcUrl.redacted(words).replaceAll("\\s+", " "));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  static List<String> unknown(Driver driver, String url) {
    List<String> unknown = new ArrayList<>();
    ClassLoader classes = driver.getClass().getClassLoader();
    try {
      if (driver.getClass().getName().startsWith("org.mariadb.")) {
        if (!JdbcUrl.sets(url, OF_PLUGINS)) {
          Class<?> type = Class.forName("org.mariadb.jdbc.Configuration", true, classes);
          Object parsed = type.getMethod("parse", String.class).invoke(null, url);
          Object others = type.getMethod("nonMappedOptions").invoke(parsed);
          unknown.addAll(((Properties) others).stringPropertyNames());
        }
      } else if (driver.getClass().getName().startsWith("com.mysql.")) {
        Class<?> type = Class.forName("com.mysql.cj.conf.PropertyKey", true, classes);
        for (String name : NAME.matcher(url).results().map(found -> found.group(1)).toList()) {
          if (type.getMethod("fromValue", String.class).invoke(null, name) == null) {
            unknown.add(name);
          }
        }
      }
    } catch (ReflectiveOperationException e) {
      return List.of(); // An older version, which cannot say.
    }
    return unknown;
  }
}
