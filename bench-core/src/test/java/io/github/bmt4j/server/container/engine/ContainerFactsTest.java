package io.github.bmt4j.server.container.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.server.container.ServerImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of containers before they start. */
class ContainerFactsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "mysql:8.4,MYSQL",
    "mysql,MYSQL",
    "bmt4j/mysql:9.7,MYSQL",
    "localhost:5000/team/percona-server:8.0,MYSQL",
    "percona/percona-xtradb-cluster@sha256:aa,MYSQL",
    "mariadb:11.4,MARIADB",
    "localhost:5000/mysql/mariadb:11,MARIADB",
  })
  void tellsTheServerByTheImagesName(String name, Flavor flavor) {
    assertThat(ServerImage.parse(name)).isEqualTo(new ServerImage(name, flavor));
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres:17", "mysql/router-for:1", "mariadb.example:5000/thing"})
  void refusesAnImageThatDoesNotSay(String name) {
    assertThatThrownBy(() -> ServerImage.parse(name)).isInstanceOf(BadInputException.class);
  }

  @Test
  void knowsADeadOwnerFromALiveOneAndFromOneElsewhere() {
    ContainerOwner here = ContainerOwner.here();
    assertThat(here.isDeadHere()).isFalse();
    assertThat(ContainerOwner.of(here.labels())).contains(here);
    assertThat(new ContainerOwner(here.machine(), here.pid(), 1).isDeadHere()).isTrue();
    assertThat(new ContainerOwner("elsewhere", here.pid(), 1).isDeadHere()).isFalse();
    assertThat(ContainerOwner.of(Map.of())).isEmpty();
    assertThat(here.labels().get(ContainerOwner.HOST)).isNotBlank();
  }

  /** Two machines that cannot resolve their names may use one engine. */
  @Test
  void machinesDifferThoughTheirNamesAreTheSame() {
    String one = ContainerOwner.machine("id1", "boot1", "unknown");
    assertThat(ContainerOwner.machine("id2", "boot2", "unknown")).isNotEqualTo(one);
    assertThat(ContainerOwner.machine("id1", "boot2", "unknown")).as("restarted").isEqualTo(one);
    assertThat(ContainerOwner.machine("id1", "boot1", "copy")).isNotEqualTo(one);
    assertThat(ContainerOwner.machine("", "boot1", "unknown"))
        .isNotEqualTo(ContainerOwner.machine("", "boot2", "unknown"));
    assertThat(one).hasSize(64).doesNotContain("id1");
    String unknown = ContainerOwner.machine("", "", "unknown");
    assertThat(new ContainerOwner(unknown, 1, 1).isDeadHere()).isFalse();
  }

  /** An engine on another machine reports a number that a stranger has on this one. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void onlyAServerInTheContainersOwnGroupIsItsProcess() throws Exception {
    Path shell = folder.resolve("entrypoint.sh");
    Path server = folder.resolve("mysqld");
    for (Path program : new Path[] {shell, server}) {
      Files.writeString(program, "#!/bin/sh\nread end\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }
    Process started = new ProcessBuilder(server.toString()).start();
    Process starting = new ProcessBuilder(shell.toString()).start();
    String group = Files.readString(Path.of("/proc", started.pid() + "", "cgroup"));
    String other = "5f1c0cd1e8a4".repeat(5) + "5f1c";

    try {
      assertThat(ContainerProcess.of(started.pid(), group)).isEqualTo(started.toHandle());
      assertThat(ContainerProcess.of(started.pid(), other)).as("a stranger").isNull();
      assertThat(ContainerProcess.of(starting.pid(), group)).as("a shell").isNull();
    } finally {
      for (Process process : new Process[] {started, starting}) {
        process.destroyForcibly().waitFor();
      }
    }
    assertThat(ContainerProcess.of(started.pid(), group)).as("ended").isNull();
    assertThat(ContainerProcess.of(0, group)).as("not running").isNull();
  }
}
