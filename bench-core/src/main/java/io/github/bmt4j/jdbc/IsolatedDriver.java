package io.github.bmt4j.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * A JDBC driver with its own jars and no others: it sees the JDK and itself. Two versions of one
 * driver can be in a JVM without meeting.
 */
public final class IsolatedDriver implements AutoCloseable {
  private final URLClassLoader jars;
  private final Driver driver;

  /**
   * Loads the driver.
   *
   * @throws IllegalArgumentException when there is none in the jars
   * @throws LinkageError when a class that it needs is missing, or for a newer Java
   */
  public IsolatedDriver(List<Path> jars) {
    this(jars, ClassLoader.getPlatformClassLoader(), Map.of());
  }

  /**
   * Loads the driver with further classes.
   *
   * @param parent with the JDK's classes, and those that the driver must see besides its own
   * @param classes by their names, defined beside the driver's
   */
  IsolatedDriver(List<Path> jars, ClassLoader parent, Map<String, byte[]> classes) {
    this.jars =
        new URLClassLoader(MavenArtifacts.urls(jars), parent) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            return bytes == null
                ? super.findClass(name)
                : defineClass(name, bytes, 0, bytes.length);
          }
        };
    try {
      this.driver = found(this.jars);
    } catch (IllegalArgumentException | LinkageError e) {
      close();
      throw e;
    }
  }

  private static Driver found(ClassLoader jars) {
    try {
      return ServiceLoader.load(Driver.class, jars).stream()
          .filter(found -> found.type().getClassLoader() == jars)
          .map(ServiceLoader.Provider::get)
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no JDBC driver in the jars"));
    } catch (ServiceConfigurationError e) {
      throw e.getCause() instanceof LinkageError missing
          ? missing
          : new LinkageError(e.getMessage(), e);
    }
  }

  /**
   * Opens a connection. The caller closes it.
   *
   * @throws SQLException as the driver throws it, or when the URL is not for this driver
   */
  public Connection connect(String url, Properties login) throws SQLException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // Drivers look for their plugins by the thread's class loader.
    thread.setContextClassLoader(jars);
    try {
      Connection connection = driver.connect(url, login);
      if (connection == null) {
        throw new SQLException("the driver does not take " + JdbcUrl.redacted(url));
      }
      return connection;
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  boolean accepts(String url) {
    try {
      return driver.acceptsURL(url);
    } catch (SQLException e) {
      return false;
    }
  }

  Driver driver() {
    return driver;
  }

  int majorVersion() {
    return driver.getMajorVersion();
  }

  /** Closes the jars; classes that are not loaded yet can no longer be loaded. */
  @Override
  public void close() {
    try {
      jars.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
