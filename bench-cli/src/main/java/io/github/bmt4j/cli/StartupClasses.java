package io.github.bmt4j.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads all classes of bmt and of the libraries that a run uses, and then runs {@code bmt list}.
 * The launcher lets the JVM list these classes, and creates an archive from which later starts load
 * them.
 */
final class StartupClasses {
  private static final String LIBRARIES =
      "{bench-core,mariadb-java-client,HikariCP,HdrHistogram,jackson,picocli,slf4j}*.jar";

  private StartupClasses() {}

  public static void main(String[] args) throws IOException {
    Path own = Path.of(System.getProperty("java.class.path"));
    List<Path> jars = new ArrayList<>(List.of(own));
    try (DirectoryStream<Path> libraries =
        Files.newDirectoryStream(own.resolveSibling("lib"), LIBRARIES)) {
      libraries.forEach(jars::add);
    }
    for (Path jar : jars) {
      load(jar);
    }
    Main.main(new String[] {"list"});
  }

  private static void load(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
        String name = entry.getName();
        if (name.endsWith(".class") && !name.startsWith("META-INF") && !name.contains("-info")) {
          try {
            Class.forName(
                name.substring(0, name.length() - ".class".length()).replace('/', '.'),
                false,
                StartupClasses.class.getClassLoader());
          } catch (ClassNotFoundException | LinkageError e) {
            // The class needs a library that bmt does not use.
          }
        }
      }
    }
  }
}
