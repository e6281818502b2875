package io.github.bmt4j.load.agent;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.load.ProcessorWatch;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.os.SystemFacts;
import io.github.bmt4j.preflight.ClientFacts;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Identity of an agent.
 *
 * @param version of bmt
 * @param code SHA-256 of its jars; of no bytes if it runs from classes
 * @param java version of its JVM
 * @param host its name
 * @param machine the same for all processes that share processors, also in containers
 * @param network the same for all processes that share local ports
 * @param processors processors that it may use
 * @param pid its process id on its machine
 * @param client limits of its process and machine
 */
public record Hello(
    String version,
    String code,
    String java,
    String host,
    String machine,
    String network,
    double processors,
    long pid,
    ClientFacts client) {
  private static final String LIBRARIES = "{bench-core,mariadb-java-client}*.jar";

  public static Hello own() {
    String host =
        Objects.requireNonNullElse(System.getenv("HOSTNAME"), SystemFacts.text("/etc/hostname"));
    String boot = SystemFacts.boot();
    String machine = boot.isEmpty() ? host : boot;
    ProcessorWatch processors = new ProcessorWatch();
    return new Hello(
        MavenArtifacts.version("bmt"),
        Sha256.of(jars()),
        System.getProperty("java.version"),
        host,
        machine + processors.part(),
        machine + SystemFacts.namespace("net"),
        processors.available(),
        ProcessHandle.current().pid(),
        ClientFacts.read(Clock.SYSTEM));
  }

  private static List<Path> jars() {
    List<Path> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry).toAbsolutePath();
      if (Files.isRegularFile(jar)) {
        jars.add(jar);
        try (DirectoryStream<Path> libraries =
            Files.newDirectoryStream(jar.resolveSibling("lib"), LIBRARIES)) {
          libraries.forEach(jars::add);
        } catch (IOException e) {
          // It has none.
        }
      }
    }
    jars.sort(Comparator.comparing(jar -> jar.getFileName().toString()));
    return jars;
  }
}
