package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is started by which provider, and what is refused before anything is started. */
class ServerRegistryTest {
  private static final TargetSpec EMBEDDED = new TargetSpec.Embedded();
  private static final TargetSpec CONTAINER = new TargetSpec.Container("mariadb:11.4");
  private static final Topology PAIR = Topology.cluster(Topology.REPLICATION, 1, false);

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 9})
  void aClusterHasOneToEightReplicas(int replicas) {
    assertThatThrownBy(() -> Topology.cluster("any", replicas, false))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--replicas=" + replicas + ": give a number from 1 to 8");
    assertThat(Topology.cluster("any", 1, false).replicas()).isEqualTo(1);
    assertThat(Topology.cluster("any", 8, true).replicas()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"server_id=7", "read-only", "LOG_BIN=x", "port=1", "--a=b"})
  void refusesServerOptionsThatTheTopologySets(String option) {
    assertThatThrownBy(() -> check(PAIR, EMBEDDED, List.of(option)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("server option " + option + ": ");
    assertThatCode(() -> check(PAIR, EMBEDDED, List.of("sync_binlog=1")))
        .doesNotThrowAnyException();
  }

  @Test
  void namesWhatIsPossibleWhenNothingFits() {
    TargetSpec external = new TargetSpec.External("jdbc:mariadb://h/?password=x", "", Secret.NONE);
    String possible = ": choose --target embedded or local (topology replication)";
    refused(
        PAIR,
        CONTAINER,
        "bmt starts no cluster with topology replication on container:mariadb:11.4" + possible);
    refused(
        PAIR,
        external,
        "bmt starts no cluster with topology replication on " + external.word() + possible);
    refused(
        Topology.cluster("ring", 2, false),
        EMBEDDED,
        "bmt starts no cluster with topology ring on embedded" + possible);
    refused(
        Topology.SINGLE,
        EMBEDDED,
        "bmt starts no cluster with topology single on embedded" + possible);
    assertThat(external.word()).doesNotContain("=x");
    assertThat(temp).isEmptyDirectory();
  }

  private void refused(Topology topology, TargetSpec spec, String message) {
    assertThatThrownBy(() -> check(topology, spec, List.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessage(message);
    assertThatThrownBy(
            () -> ServerRegistry.open(topology, spec, options(List.of()), Progress.SILENT))
        .isInstanceOf(BadInputException.class)
        .hasMessage(message);
  }

  private void check(Topology topology, TargetSpec spec, List<String> serverOptions) {
    ServerRegistry.check(topology, spec, options(serverOptions), "a test", List.of());
  }

  private StartOptions options(List<String> serverOptions) {
    return new StartOptions(temp.resolve("cache"), null, serverOptions);
  }

  @Test
  void anotherTopologyIsFoundAndRefusedWhatItsClusterCannotDo() throws IOException {
    try (var found = FrozenTopology.found(temp)) {
      Topology topology = Topology.cluster(FrozenTopology.NAME, 2, false);
      StartOptions options = options(List.of());
      assertThatCode(
              () ->
                  ServerRegistry.check(
                      topology, CONTAINER, options, "it", List.of(Cluster.Freezable.class)))
          .doesNotThrowAnyException();
      assertThatThrownBy(
              () ->
                  ServerRegistry.check(
                      topology,
                      CONTAINER,
                      options,
                      "--fault kill",
                      List.of(Cluster.Freezable.class, Cluster.Killable.class)))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "--fault kill needs killable nodes, which topology frozen does not have: choose"
                  + " --target embedded or local (topology replication)");
      assertThatThrownBy(() -> ServerRegistry.open(topology, CONTAINER, options, Progress.SILENT))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }
}
