package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of server programs before they start. */
class ProcessFactsTest {
  @Test
  void namesTheAlternativesWhereNoBinariesArePublished() throws Exception {
    assertThat(new Platform("Linux", "amd64").classifier()).isEqualTo("linux64");
    assertThat(new Platform("Mac OS X", "aarch64").classifier()).isEqualTo("macos-arm64");
    assertThat(new Platform("Windows 11", "amd64").classifier()).isEqualTo("winx64");
    for (Platform none :
        List.of(new Platform("Linux", "aarch64"), new Platform("Mac OS X", "x86_64"))) {
      assertThatThrownBy(none::classifier)
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("--target local")
          .hasMessageContaining("--target container:")
          .hasMessageContaining("--url");
    }
  }
}
