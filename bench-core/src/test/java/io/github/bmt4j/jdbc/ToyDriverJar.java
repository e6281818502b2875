package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** A JDBC driver that takes every URL, and whose jar lacks a class that it was compiled with. */
public final class ToyDriverJar {
  private static final String DRIVER =
      """
      package toy;

      import java.sql.*;
      import java.util.Properties;

      public class ToyDriver implements Driver {
        %s
        public Connection connect(String url, Properties p) { return %s; }
        public boolean acceptsURL(String url) { return true; }
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties p) { return null; }
        public int getMajorVersion() { return 1; }
        public int getMinorVersion() { return 0; }
        public boolean jdbcCompliant() { return false; }
        public java.util.logging.Logger getParentLogger() { return null; }
      }
      """;
  private static final String OTHER =
      "package toy; public class Other { public static java.sql.Connection open() { return null; } }";

  private ToyDriverJar() {}

  /** Loads one that lacks a class when it opens a connection. */
  public static LoadDriver lacksAClassToConnect(Path folder) throws IOException {
    return load(make(folder, "", "Other.open()", "toy.ToyDriver"));
  }

  /** Loads one whose URLs and options are its own. */
  static LoadDriver unlikeAnyOther(Path folder) throws IOException {
    String code =
        DRIVER.formatted("", "null").replace("return true", "return url.startsWith(\"jdbc:toy:\")");
    return load(make(folder, code, "toy.ToyDriver"));
  }

  static LoadDriver load(Path jar) {
    return LoadDriver.load(Wishes.of("org.example:toy:1", true), List.of(jar));
  }

  /**
   * Makes a jar with the driver.
   *
   * @param field of the driver; may need the class that is lacking
   * @param connection that it opens; may need it too
   * @param promised class of the driver, as its jar says
   */
  static Path make(Path folder, String field, String connection, String promised)
      throws IOException {
    return make(folder, DRIVER.formatted(field, connection), promised);
  }

  private static Path make(Path folder, String code, String promised) throws IOException {
    Path source = folder.resolve("ToyDriver.java");
    Path other = folder.resolve("Other.java");
    Files.writeString(source, code);
    Files.writeString(other, OTHER);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                "-d",
                folder.toString(),
                source.toString(),
                other.toString());
    assertThat(failed).isZero();
    Path jar = folder.resolve("toy.jar");
    try (JarOutputStream entries = new JarOutputStream(Files.newOutputStream(jar))) {
      entries.putNextEntry(new JarEntry("META-INF/services/java.sql.Driver"));
      entries.write(promised.getBytes(StandardCharsets.UTF_8));
      entries.putNextEntry(new JarEntry("toy/ToyDriver.class"));
      entries.write(Files.readAllBytes(folder.resolve("toy/ToyDriver.class")));
    }
    return jar;
  }
}
