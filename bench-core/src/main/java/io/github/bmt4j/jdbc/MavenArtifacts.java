package io.github.bmt4j.jdbc;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.transfer.ArtifactNotFoundException;

/**
 * Maven's own resolver: files by their coordinates, from the user's local repository or, where they
 * are not there yet, from the repositories, mirrors and proxies that his Maven settings name.
 */
public final class MavenArtifacts {
  private final ContextOverrides settings;

  MavenArtifacts(ContextOverrides settings) {
    this.settings = settings;
  }

  /** Files as the user's Maven would find them. */
  public static MavenArtifacts ofUser() {
    return new MavenArtifacts(ContextOverrides.create().withUserSettings(true).build());
  }

  /**
   * The file of an artifact, downloaded when it is not there.
   *
   * @param coordinate {@code group:artifact[:extension[:classifier]]:version}
   * @throws TargetException when it cannot be had
   */
  public Path resolve(String coordinate, Progress progress) throws TargetException {
    DefaultArtifact artifact = parse(coordinate);
    ContextOverrides overrides =
        settings.toBuilder().transferListener(new DownloadProgress(progress)).build();
    try (Context context = context(overrides)) {
      ArtifactRequest request =
          new ArtifactRequest(artifact, context.remoteRepositories(), "bmt4j");
      return context
          .repositorySystem()
          .resolveArtifact(context.repositorySystemSession(), request)
          .getArtifact()
          .getFile()
          .toPath();
    } catch (ArtifactResolutionException e) {
      throw new TargetException(coordinate + ": " + reason(e), e);
    }
  }

  private static Context context(ContextOverrides overrides) {
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

  private static String reason(ArtifactResolutionException failure) {
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
    return "cannot be downloaded (" + firstLine(cause) + "); it is needed once, later runs use it";
  }

  private static String firstLine(Throwable cause) {
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null ? name : name + ": " + message.lines().findFirst().orElse("");
  }
}
