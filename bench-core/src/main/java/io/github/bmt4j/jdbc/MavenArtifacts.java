package io.github.bmt4j.jdbc;

import static io.github.bmt4j.report.Lines.words;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.ChecksumFailureException;
import org.eclipse.aether.util.artifact.ArtifactIdUtils;
import org.eclipse.aether.util.artifact.JavaScopes;

/**
 * Maven's own resolver: files by their coordinates, from the user's local repository or, if missing
 * there, from the repositories, mirrors and proxies of the user's Maven settings.
 */
public final class MavenArtifacts {
  private static final String USE = "bmt4j";

  /** SHA-256 of all that bmt downloads for itself, by coordinates. */
  static final Properties PINNED = properties("pinned.properties");

  private final ContextOverrides settings;

  MavenArtifacts(ContextOverrides settings) {
    this.settings = settings;
  }

  /** Files as the user's Maven would find them. */
  public static MavenArtifacts ofUser() {
    return new MavenArtifacts(ContextOverrides.create().withUserSettings(true).build());
  }

  /**
   * The file of an artifact, downloaded if it is missing.
   *
   * @param coordinate {@code group:artifact[:extension[:classifier]]:version}
   * @throws TargetException when it cannot be obtained, when its checksum is not the repository's,
   *     or when it is bmt's own but not the file that the build of bmt knows
   */
  public Path resolve(String coordinate, Progress progress) throws TargetException {
    DefaultArtifact artifact = parse(coordinate);
    try (Context context = context(progress)) {
      ArtifactRequest request = new ArtifactRequest(artifact, context.remoteRepositories(), USE);
      return file(
          context.repositorySystem().resolveArtifact(context.repositorySystemSession(), request),
          false);
    } catch (ArtifactResolutionException e) {
      throw new TargetException(coordinate + ": " + reason(e), e);
    }
  }

  /**
   * The files of one of bmt's own artifacts and of its run-time dependencies, downloaded if they
   * are missing.
   *
   * @param coordinate coordinates, as for {@link #resolve}
   * @throws TargetException when one of them cannot be obtained, or is not the file that the build
   *     of bmt knows
   */
  public List<Path> resolveAll(String coordinate, Progress progress) throws TargetException {
    Dependency root = new Dependency(parse(coordinate), JavaScopes.RUNTIME);
    try (Context context = context(progress)) {
      CollectRequest collect = new CollectRequest(root, context.remoteRepositories());
      collect.setRequestContext(USE);
      List<Path> files = new ArrayList<>();
      for (ArtifactResult result :
          context
              .repositorySystem()
              .resolveDependencies(
                  context.repositorySystemSession(), new DependencyRequest(collect, null))
              .getArtifactResults()) {
        files.add(file(result, true));
      }
      return files;
    } catch (DependencyResolutionException e) {
      throw new TargetException(coordinate + ": " + reason(e), e);
    }
  }

  /**
   * Version of bmt, or of an artifact that it downloads at the first use.
   *
   * @param name in {@code versions.properties}
   */
  public static String version(String name) {
    return properties("versions.properties").getProperty(name);
  }

  private static Properties properties(String resource) {
    Properties read = new Properties();
    try (InputStream in = MavenArtifacts.class.getResourceAsStream(resource)) {
      read.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read;
  }

  /**
   * Locations of files, for a class loader.
   *
   * @throws IllegalArgumentException when a path has none
   */
  public static URL[] urls(List<Path> files) {
    URL[] urls = new URL[files.size()];
    for (int i = 0; i < urls.length; i++) {
      try {
        urls[i] = files.get(i).toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException("no jar: " + files.get(i), e);
      }
    }
    return urls;
  }

  private static Path file(ArtifactResult result, boolean own) throws TargetException {
    Artifact artifact = result.getArtifact();
    Path file = artifact.getFile().toPath();
    String name = ArtifactIdUtils.toId(artifact);
    String pinned = PINNED.getProperty(name, own ? "none" : "");
    String found = pinned.isEmpty() ? "" : Sha256.of(List.of(file));
    if (!found.equals(pinned)) {
      throw new TargetException(
          words(
              "%s is not the file that bmt was built for: SHA-256 %s, expected %s; if you did not"
                  + " change it, delete it, and look at the repository that it came from",
              file, found, pinned));
    }
    return file;
  }

  private Context context(Progress progress) {
    ContextOverrides overrides =
        settings.toBuilder()
            .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
            .transferListener(new DownloadProgress(progress))
            .build();
    try {
      return Runtimes.INSTANCE.getRuntime().create(overrides);
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof SettingsBuildingException broken) {
        throw new BadInputException(
            "Maven's settings cannot be read: "
                + broken.getProblems().stream()
                    .map(problem -> problem.getMessage() + " (" + problem.getLocation() + ")")
                    .collect(Collectors.joining("; "))
                    .replaceAll("\\s+", " "));
      }
      throw e;
    }
  }

  private static DefaultArtifact parse(String coordinate) {
    try {
      return new DefaultArtifact(coordinate);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          coordinate + " is no Maven coordinate: write group:artifact:version");
    }
  }

  private static String reason(RepositoryException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    if (String.valueOf(failure.getMessage()).contains("offline mode")) {
      return "is not in the local Maven repository, and Maven is set to be offline";
    }
    if (cause instanceof ArtifactNotFoundException) {
      return "no such artifact in the repositories that Maven is set to use";
    }
    if (cause instanceof ChecksumFailureException) {
      return "the download is damaged or was tampered with, and is not used ("
          + firstLine(cause)
          + "): look at the repository or mirror that Maven is set to use";
    }
    return "cannot be downloaded (" + firstLine(cause) + "); it is needed once, later runs use it";
  }

  private static String firstLine(Throwable cause) {
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null ? name : name + ": " + message.lines().findFirst().orElse("");
  }
}
