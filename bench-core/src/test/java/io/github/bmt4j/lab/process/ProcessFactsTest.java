package io.github.bmt4j.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of server programs before they start. */
class ProcessFactsTest {
  @ParameterizedTest
  @CsvSource({
    "'/usr/sbin/mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu',MariaDB 10.11.19",
    "'mysqld  Ver 8.4.3 for Linux on x86_64 (MySQL Community Server - GPL)',MySQL 8.4.3",
    "'mysqld  Ver 9.7.0 for Linux on aarch64 (Homebrew)',MySQL 9.7.0",
  })
  void readsAVersion(String answer, String expected) {
    assertThat(ServerVersion.parse(answer)).hasToString(expected);
  }

  @Test
  void knowsWhichServersReadEachOthersData() {
    ServerVersion old = new ServerVersion(true, "10.11.6");
    assertThat(old.series()).isEqualTo(new ServerVersion(true, "10.11.19").series());
    assertThat(old.series()).isNotEqualTo(new ServerVersion(true, "10.6.11").series());
  }

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
