package io.github.bmt4j.server;

import com.google.auto.service.AutoService;
import io.github.bmt4j.os.HeldLock;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Listener that lets clients, agents and proxies of tests start from an archive of their classes,
 * as those of a command do that the launcher has started. It is made once for a build, where the
 * system property {@code bmt.it.tests} names the jar of the test classes: an archive takes no
 * folders.
 */
@AutoService(TestExecutionListener.class)
public final class ChildArchive implements TestExecutionListener {
  private static final int PATIENCE_SECONDS = 120;
  private static final String LIBRARIES =
      ".*/(bench-core|mariadb-java-client|HikariCP|HdrHistogram|jackson|slf4j)[^/]*\\.jar";

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    String tests = System.getProperty("bmt.it.tests");
    if (tests != null) {
      try {
        use(Path.of(tests));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void use(Path tests) throws IOException, InterruptedException {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .map(entry -> Files.isDirectory(entry) ? tests : entry)
            .map(Path::toString)
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    Path archive = tests.resolveSibling("children.jsa");
    try (HeldLock lock = HeldLock.await(tests.resolveSibling("children.lock"), PATIENCE_SECONDS)) {
      if (!Files.exists(archive) || isNewer(tests, archive)) {
        make(archive, classPath);
      }
    }
    System.setProperty("java.class.path", classPath);
    System.setProperty("bmt.archive", archive.toString());
  }

  private static boolean isNewer(Path file, Path other) throws IOException {
    return Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(other)) > 0;
  }

  /** As the launcher does it. */
  private static void make(Path archive, String classPath)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path list = archive.resolveSibling("children.list");
    Path partial = archive.resolveSibling("children.partial");
    run(java, "-XX:DumpLoadedClassList=" + list, "-cp", classPath, ChildArchive.class.getName());
    List<String> lines = Files.readAllLines(list);
    Files.write(list, lines.stream().filter(line -> !line.contains("@lambda-")).toList());
    run(
        java,
        "-Xshare:dump",
        "-XX:SharedClassListFile=" + list,
        "-XX:SharedArchiveFile=" + partial,
        "-cp",
        classPath);
    Files.move(partial, archive, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("no archive of classes: " + List.of(command));
    }
  }

  /** Loads the classes of bmt and of the libraries that its clients use. */
  public static void main(String[] none) throws IOException {
    List<String> jars =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(jar -> jar.matches(LIBRARIES) && !jar.endsWith("-tests.jar"))
            .toList();
    for (String jar : jars) {
      try (JarFile file = new JarFile(jar)) {
        for (JarEntry entry : new ArrayList<>(Collections.list(file.entries()))) {
          load(entry.getName());
        }
      }
    }
  }

  private static void load(String name) {
    if (name.endsWith(".class") && !name.startsWith("META-INF") && !name.contains("-info")) {
      try {
        Class.forName(
            name.substring(0, name.length() - ".class".length()).replace('/', '.'),
            false,
            ChildArchive.class.getClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        // The class needs a library that clients do not use.
      }
    }
  }
}
