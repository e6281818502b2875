package io.github.bmt4j.lab.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of containers before they start. */
class ContainerFactsTest {
  @ParameterizedTest
  @CsvSource({
    "mysql:8.4,false",
    "mysql,false",
    "bmt4j/mysql:9.7,false",
    "localhost:5000/team/percona-server:8.0,false",
    "percona/percona-xtradb-cluster@sha256:aa,false",
    "mariadb:11.4,true",
    "localhost:5000/mysql/mariadb:11,true",
  })
  void tellsTheServerByTheImagesName(String name, boolean mariadb) {
    assertThat(ServerImage.parse(name)).isEqualTo(new ServerImage(name, mariadb));
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
    assertThat(new ContainerOwner(here.host(), here.pid(), 1).isDeadHere()).isTrue();
    assertThat(new ContainerOwner("elsewhere", here.pid(), 1).isDeadHere()).isFalse();
    assertThat(ContainerOwner.of(Map.of())).isEmpty();
  }
}
