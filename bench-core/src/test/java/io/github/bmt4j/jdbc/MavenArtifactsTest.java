package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.maveniverse.maven.mima.context.ContextOverrides;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private MavenArtifacts offline() {
    return new MavenArtifacts(
        ContextOverrides.create()
            .withUserSettings(true)
            .offline(true)
            .withLocalRepositoryOverride(repository)
            .build());
  }
}
