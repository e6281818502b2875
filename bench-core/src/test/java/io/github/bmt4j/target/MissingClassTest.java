package io.github.bmt4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drivers whose jars lack a class that they need. */
class MissingClassTest {
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
  private static final String NEEDS =
      "--driver=org.example:toy:1: it cannot be loaded, because class toy.Other is not in its jars:"
          + " add the jar that has it, as in --driver-with group:artifact:version";

  @TempDir Path folder;

  @Test
  void thatOneCannotBeginWithoutIsNamed() throws IOException {
    Path jar = jar(DRIVER.formatted("Object other = Other.open();", "null"), "toy.ToyDriver");

    assertThatThrownBy(() -> load(jar)).isInstanceOf(BadInputException.class).hasMessage(NEEDS);
  }

  @Test
  void thatTheFirstConnectionNeedsIsNamed() throws IOException {
    LoadDriver driver = load(jar(DRIVER.formatted("", "Other.open()"), "toy.ToyDriver"));
    Target target = new Target("t", "jdbc:mariadb://h/d", "", Secret.NONE, false);
    Connector connector = driver.connector(target, PsMode.AUTO, 1);

    assertThatThrownBy(connector::connect)
        .isInstanceOfSatisfying(
            NoClassDefFoundError.class,
            missing -> assertThat(driver.unusable(missing)).hasMessage(NEEDS));
  }

  @Test
  void theDriversOwnIsNamedWhenItsJarOnlyPromisesIt() throws IOException {
    Path jar = jar(DRIVER.formatted("", "null"), "toy.Nowhere");

    assertThatThrownBy(() -> load(jar))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--driver=org.example:toy:1: it cannot be loaded, because ")
        .hasMessageContaining("toy.Nowhere");
  }

  private static LoadDriver load(Path jar) {
    return LoadDriver.load(Wishes.of("org.example:toy:1", true), List.of(jar));
  }

  /** A jar with the driver, and without the other class that it was compiled with. */
  private Path jar(String driver, String promised) throws IOException {
    Path source = folder.resolve("ToyDriver.java");
    Path other = folder.resolve("Other.java");
    Files.writeString(source, driver);
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
