package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
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
  private static final Topology PAIR = Topology.cluster(Topology.REPLICATION, 2);

  private static final String POSSIBLE =
      "choose --target embedded or local or local:PROGRAM or container:<image>"
          + " (topology replication), or --target"
          + " local or local:PROGRAM (topology galera, MariaDB with the package mariadb-server),"
          + " or --target local or local:PROGRAM (topology group, MySQL)";

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 10})
  void aClusterHasTwoToNineNodes(int nodes) {
    assertThatThrownBy(() -> Topology.cluster("any", nodes))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--nodes=" + nodes + ": give a number from 2 to 9");
    assertThat(Topology.cluster("any", 2).replicas()).isEqualTo(1);
    assertThat(Topology.cluster("any", 9).replicas()).isEqualTo(8);
  }

  @Test
  void anOptionThatTheTopologyDoesNotTakeIsRefused() throws IOException {
    OptionValues semiSync = ItServers.option("--semi-sync", true);
    assertThat(Topology.cluster(Topology.REPLICATION, 3, semiSync).text())
        .isEqualTo("replication --semi-sync");
    try (var found = IslandsTopology.found(temp)) {
      assertThatThrownBy(
              () -> check(Topology.cluster(IslandsTopology.NAME, 2, semiSync), EMBEDDED, List.of()))
          .isInstanceOf(BadInputException.class)
          .hasMessage("--semi-sync cannot be combined with --topology islands");
    }
  }

  @Test
  void theCapabilitiesOfATopologyAreKnownWithoutACluster() throws IOException {
    try (var found = IslandsTopology.found(temp)) {
      assertThat(ServerRegistry.has(IslandsTopology.NAME, List.of(Cluster.Isolatable.class)))
          .isTrue();
      assertThat(ServerRegistry.has(IslandsTopology.NAME, List.of(Cluster.Laggable.class)))
          .isFalse();
    }
    assertThatThrownBy(() -> ServerRegistry.has("ring", List.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("bmt starts no cluster with topology ring: choose --target ");
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
    String possible = ": " + POSSIBLE;
    refused(
        PAIR,
        CONTAINER,
        "container:mariadb:11.4: bmt makes clusters of MySQL containers only; for MariaDB, choose"
            + " --target embedded, or install mariadbd and choose --target local");
    refused(
        Topology.cluster("galera", 3),
        CONTAINER,
        "bmt starts no cluster with topology galera on container:mariadb:11.4: choose --target"
            + " local or local:PROGRAM (topology galera, MariaDB with the package mariadb-server)");
    refused(
        PAIR,
        external,
        "bmt starts no cluster with topology replication on "
            + external.word()
            + ": choose --target embedded or local or local:PROGRAM or container:<image>"
            + " (topology replication)");
    refused(
        Topology.cluster("ring", 3),
        EMBEDDED,
        "bmt starts no cluster with topology ring on embedded" + possible);
    refused(
        Topology.SINGLE,
        EMBEDDED,
        "bmt starts no cluster with topology single on embedded" + possible);
    assertThat(external.word()).doesNotContain("=x");
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void aTopologyOfOneProductRefusesServersOfTheOther() throws IOException {
    TargetSpec mysql = program("mysqld  Ver 9.7.4 for Linux on x86_64 (Source distribution)");
    TargetSpec mariadb = program("mariadbd  Ver 10.11.19-MariaDB for debian-linux-gnu");
    for (TargetSpec spec : List.of(mysql, mariadb)) {
      assertThatCode(() -> check(PAIR, spec, List.of())).doesNotThrowAnyException();
    }
    refused(
        Topology.cluster("galera", 3),
        mysql,
        "topology galera needs MariaDB with the package mariadb-server, and "
            + mysql.word()
            + " is MySQL 9.7.4");
    refused(
        Topology.cluster("group", 3),
        mariadb,
        "topology group needs MySQL, and " + mariadb.word() + " is MariaDB 10.11.19");
  }

  @ParameterizedTest
  @ValueSource(strings = {"galera", "group"})
  void twoNodesHaveNoMajorityWithoutOneOfThem(String topology) {
    refused(
        Topology.cluster(topology, 2),
        new TargetSpec.Local(),
        "--nodes=2: topology "
            + topology
            + " has no majority when one of them is lost; give 3 or more");
  }

  @Test
  void refusesInOneLineAProgramThatIsNoServer() throws IOException {
    TargetSpec other = program("mysql  Ver 9.7.4 for Linux");
    refused(
        PAIR,
        other,
        "--target "
            + other.word()
            + " is not a server that runs here: with --version it prints mysql  Ver 9.7.4 for"
            + " Linux; give the path of mariadbd or mysqld");
    TargetSpec none = TargetSpec.parse("local:" + temp.resolve("none"));
    for (Topology topology : List.of(PAIR, Topology.SINGLE)) {
      assertThatThrownBy(
              () -> ServerRegistry.open(topology, none, options(List.of()), Progress.SILENT))
          .isInstanceOf(BadInputException.class);
    }
    assertThatThrownBy(() -> ServerRegistry.check(none, options(List.of())))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--target " + none.word() + " does not exist; give the path of mariadbd or mysqld");
    TargetSpec folder = TargetSpec.parse("local:" + temp);
    assertThatThrownBy(() -> ServerRegistry.check(folder, options(List.of())))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(" is not a program that you may execute; ");
  }

  /** A program that gives an answer. */
  private TargetSpec program(String answer) throws IOException {
    Path program = Files.createTempFile(temp, "server", "");
    Files.writeString(program, "#!/bin/sh\necho '" + answer + "'\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return TargetSpec.parse("local:" + program);
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
    ServerRegistry.check(topology, spec, options(serverOptions), "", "a test", List.of());
  }

  private StartOptions options(List<String> serverOptions) {
    return new StartOptions(temp.resolve("cache"), null, serverOptions);
  }

  @Test
  void anotherTopologyIsFoundAndRefusedWhatItsClusterCannotDo() throws IOException {
    try (var found = IslandsTopology.found(temp)) {
      Topology topology = Topology.cluster(IslandsTopology.NAME, 3);
      StartOptions options = options(List.of());
      assertThatCode(
              () ->
                  ServerRegistry.check(
                      topology, CONTAINER, options, "", "it", List.of(Cluster.Isolatable.class)))
          .doesNotThrowAnyException();
      assertThatThrownBy(
              () ->
                  ServerRegistry.check(
                      topology,
                      CONTAINER,
                      options,
                      "--fault",
                      " lagging-promotion",
                      List.of(Cluster.Isolatable.class, Cluster.Laggable.class)))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "--fault lagging-promotion needs laggable nodes, which topology islands does not"
                  + " have: choose --target embedded or local or local:PROGRAM or"
                  + " container:<image> (topology replication)");
      assertThatThrownBy(() -> ServerRegistry.open(topology, CONTAINER, options, Progress.SILENT))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }
}
