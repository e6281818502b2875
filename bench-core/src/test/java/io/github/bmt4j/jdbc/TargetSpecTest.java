package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetSpecTest {
  @Test
  void readsEveryKind() {
    assertThat(TargetSpec.parse("embedded")).isEqualTo(new TargetSpec.Embedded());
    assertThat(TargetSpec.parse("local")).isEqualTo(new TargetSpec.Local());
    assertThat(TargetSpec.parse("local:/opt/x/../mysqld"))
        .isEqualTo(new TargetSpec.Local(Path.of("/opt/mysqld")))
        .returns("local:/opt/mysqld", TargetSpec::word);
    assertThat(TargetSpec.parse("local:bin/mysqld").word())
        .isEqualTo("local:" + Path.of("bin/mysqld").toAbsolutePath());
    assertThat(TargetSpec.parse("container:mysql:8.4"))
        .isEqualTo(new TargetSpec.Container("mysql:8.4"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Embedded",
        "container",
        "container:",
        "container: ",
        "mysql:8.4",
        "docker:x",
        "local:",
        "local: "
      })
  void refusesWhatNamesNoKindInOneLine(String text) {
    assertThatThrownBy(() -> TargetSpec.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("choose embedded, local, local:<program>")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @Test
  void refusesWhatIsNoPath() {
    assertThatThrownBy(() -> TargetSpec.parse("local:/x\0y"))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith("no path of a program");
  }

  @Test
  void printsNoPassword() {
    assertThatThrownBy(() -> TargetSpec.parse("jdbc:mysql://u:S3CRET@h/db?password=S3CRET"))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("S3CRET"));
    TargetSpec external =
        new TargetSpec.External("jdbc:mysql://h/db?password=S3CRET", "u", Secret.of("S3CRET"));
    assertThat(external.toString()).doesNotContain("S3CRET");
  }
}
