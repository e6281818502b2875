package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import org.junit.jupiter.api.Test;

/** What is known of server programs before they start. */
class ProcessFactsTest {
  @Test
  void namesTheAlternativesWhereNoBinariesArePublished() throws Exception {
    assertThat(EmbeddedBinaries.platform("Linux", "amd64")).isEqualTo("linux64");
    assertThat(EmbeddedBinaries.platform("Mac OS X", "aarch64")).isEqualTo("macos-arm64");
    assertThat(EmbeddedBinaries.platform("Windows 11", "amd64")).isEqualTo("winx64");
    for (String[] none : new String[][] {{"Linux", "aarch64"}, {"Mac OS X", "x86_64"}}) {
      assertThatThrownBy(() -> EmbeddedBinaries.platform(none[0], none[1]))
          .isInstanceOf(TargetException.class)
          .hasMessageContainingAll("--target local", "--target container:", "--url");
    }
  }
}
