package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LabFilesTest {
  @TempDir Path cache;

  @Test
  void aCacheHasOneLabAtATime() throws Exception {
    assertThat(LabFiles.control(cache)).isEmpty();
    try (LabFiles files = LabFiles.take(cache)) {
      files.write(control(ProcessHandle.current().pid()));
      assertThatThrownBy(() -> LabFiles.take(cache))
          .isInstanceOf(TargetException.class)
          .hasMessageStartingWith(
              "a lab is up already (process " + ProcessHandle.current().pid() + ")");
      assertThat(LabFiles.control(cache).orElseThrow())
          .returns(4711, LabFiles.Control::port)
          .returns("secret", control -> control.secret().reveal());
    }
    assertThat(LabFiles.control(cache)).isEmpty();
    LabFiles.take(cache).close();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void nobodyElseMayReadTheSecret() throws Exception {
    try (LabFiles files = LabFiles.take(cache)) {
      files.write(control(1));
      assertThat(Files.getPosixFilePermissions(cache.resolve("lab/control")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void aCommandThatHasGoneHasNoLab() throws Exception {
    Process ended =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version")
            .start();
    ended.waitFor();
    try (LabFiles files = LabFiles.take(cache)) {
      files.write(control(ended.pid()));
      assertThat(LabFiles.control(cache)).isEmpty();
      Files.writeString(cache.resolve("lab/control"), "not ours");
      assertThat(LabFiles.control(cache)).isEmpty();
    }
  }

  @Test
  void aRequestIsOneLine() {
    LabRequest request = new LabRequest(LabRequest.Kind.KILL, "node3");
    assertThat(LabRequest.parse(request.line())).isEqualTo(request);
    assertThatThrownBy(() -> new LabRequest(LabRequest.Kind.KILL, "a\ndown "))
        .isInstanceOf(BadInputException.class);
    assertThatThrownBy(() -> LabRequest.parse("")).isInstanceOf(BadInputException.class);
  }

  private static LabFiles.Control control(long pid) {
    return new LabFiles.Control(4711, Secret.of("secret"), pid);
  }
}
