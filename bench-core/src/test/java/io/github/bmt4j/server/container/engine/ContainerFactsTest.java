package io.github.bmt4j.server.container.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.server.container.ServerImage;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of containers before they start. */
class ContainerFactsTest {
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
}
