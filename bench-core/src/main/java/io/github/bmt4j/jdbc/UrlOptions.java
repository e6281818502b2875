package io.github.bmt4j.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/** Checks the options of a URL by its driver, without a connection. */
final class UrlOptions {
  private static final Pattern NAME = Pattern.compile("[?&]([^=&]+)(?==)");

  /** An option of MariaDB Connector/J by which plugins get options that it does not know itself. */
  private static final String OF_PLUGINS = "credentialType";

  /** Method by which the driver's other classes read options that are not in its list. */
  private static final String ASKS = "nonMappedOptions";

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
          unknown.removeAll(unknown.isEmpty() ? List.of() : readElsewhere(type, unknown));
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

  /**
   * The options that MariaDB Connector/J reads although its list lacks them, such as {@code
   * deniedListTimeout}: constants of the classes that read such options. All given options, if the
   * driver's classes cannot be examined.
   */
  private static List<String> readElsewhere(Class<?> ofDriver, List<String> names) {
    List<String> read = new ArrayList<>();
    try (JarFile jar =
        new JarFile(
            Path.of(ofDriver.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().endsWith(".class")) {
          try (InputStream bytes = jar.getInputStream(entry)) {
            String code = new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1);
            if (code.contains(ASKS)) {
              names.stream().filter(name -> code.contains(constant(name))).forEach(read::add);
            }
          }
        }
      }
      return read;
    } catch (IOException | URISyntaxException | RuntimeException e) {
      return names;
    }
  }

  /** A text in the form of a class file's constants: after its length in two bytes. */
  private static String constant(String text) {
    return "\u0001" + (char) (text.length() >> 8) + (char) (text.length() & 0xff) + text;
  }
}
