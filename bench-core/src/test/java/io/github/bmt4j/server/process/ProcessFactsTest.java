package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.jdbc.TargetSpec;
import org.junit.jupiter.api.Test;

/** What is known of server programs before they start. */
class ProcessFactsTest {
  @Test
  void namesThePlatformsForWhichBinariesArePublished() {
    assertThat(EmbeddedBinaries.platform("Linux", "amd64")).contains("linux64");
    assertThat(EmbeddedBinaries.platform("Mac OS X", "aarch64")).contains("macos-arm64");
    assertThat(EmbeddedBinaries.platform("Windows 11", "amd64")).contains("winx64");
    assertThat(EmbeddedBinaries.platform("Linux", "aarch64")).isEmpty();
    assertThat(EmbeddedBinaries.platform("Mac OS X", "x86_64")).isEmpty();
  }

  @Test
  void elsewhereAnInstalledServerOrElseAContainerTakesThePlaceOfTheEmbeddedOne() {
    TargetSpec embedded = new TargetSpec.Embedded();
    assertThat(EmbeddedBinaries.here(embedded, () -> true, () -> true))
        .isEqualTo(new TargetSpec.Local());
    assertThat(EmbeddedBinaries.here(embedded, () -> false, () -> true).word())
        .matches("container:mariadb:\\d+\\.\\d+");
    assertThat(MavenArtifacts.version("mariadb"))
        .startsWith(
            EmbeddedBinaries.here(embedded, () -> false, () -> true)
                .word()
                .replace("container:mariadb:", ""));
    assertThat(EmbeddedBinaries.here(embedded, () -> false, () -> false)).isEqualTo(embedded);
    TargetSpec other = new TargetSpec.Container("mysql:8.4");
    assertThat(EmbeddedBinaries.here(other, () -> true, () -> true)).isEqualTo(other);
  }
}
