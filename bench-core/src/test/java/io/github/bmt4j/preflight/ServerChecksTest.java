package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.preflight.Doctor.Severity;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** State and settings of a server, with known facts on either side. */
class ServerChecksTest {
  private static final ReplicaState ALONE = new ReplicaState(List.of(), "");
  private static final Grants ALL = Grants.of(List.of("GRANT ALL PRIVILEGES ON *.* TO `a`@`%`"));
  private static final Grants FEW = Grants.of(List.of("GRANT SELECT, INSERT ON `d`.* TO `a`@`%`"));

  @Test
  void readOnlyServerStopsWritersOnly() {
    Facts readOnly = Facts.ofServer().global("read_only", "ON");
    assertThat(takesWrites(Facts.ofServer(), Facts.need(1, 1), FEW)).isEqualTo(Severity.OK);
    assertThat(takesWrites(readOnly, Facts.need(1, 1), FEW)).isEqualTo(Severity.ERROR);
    assertThat(takesWrites(readOnly, Facts.need(1, 1), null)).isEqualTo(Severity.ERROR);
    assertThat(takesWrites(readOnly, Facts.reading(1), FEW)).isEqualTo(Severity.NOTE);
    assertThat(takesWrites(readOnly, Facts.reading(1), ALL)).isEqualTo(Severity.NOTE);
    assertThat(takesWrites(readOnly, Facts.need(1, 1), ALL)).isEqualTo(Severity.WARNING);
    assertThat(takesWrites(Facts.ofServer().global("read_only", null), Facts.need(1, 1), FEW))
        .isEqualTo(Severity.NOTE);
  }

  @Test
  void superReadOnlyStopsAdministratorsToo() {
    Facts server =
        Facts.ofServer().version("8.4.0").global("read_only", "ON").global("super_read_only", "ON");
    assertThat(takesWrites(server, Facts.need(1, 1), ALL)).isEqualTo(Severity.ERROR);
    Facts aurora = Facts.ofServer().global("innodb_read_only", "ON");
    assertThat(takesWrites(aurora, Facts.need(1, 1), ALL)).isEqualTo(Severity.ERROR);
  }

  @Test
  void rightSuperLiftsReadOnlyBeforeMariaDb1011() {
    Grants superUser = Grants.of(List.of("GRANT SUPER ON *.* TO `a`@`%`"));
    Facts old = Facts.ofServer().version("10.6.20-MariaDB").global("read_only", "ON");
    Facts newer = Facts.ofServer().version("10.11.19-MariaDB").global("read_only", "ON");
    assertThat(takesWrites(old, Facts.need(1, 1), superUser)).isEqualTo(Severity.WARNING);
    assertThat(takesWrites(newer, Facts.need(1, 1), superUser)).isEqualTo(Severity.ERROR);
  }

  @Test
  void replicaIsSaidAndWarnedOfWhereTheRunWrites() {
    ReplicaState replica =
        new ReplicaState(
            List.of(
                source("primary.example", true), source("other.example", false), source("", true)),
            "");
    CheckFinding writing = state("replica", Facts.ofServer(), replica, Facts.need(1, 1));
    assertThat(writing.severity()).isEqualTo(Severity.WARNING);
    assertThat(writing.found())
        .isEqualTo(
            "it follows primary.example, other.example (not replicating now), a server that it does"
                + " not name");
    assertThat(state("replica", Facts.ofServer(), replica, Facts.reading(1)).severity())
        .isEqualTo(Severity.NOTE);
    assertThat(state("replica", Facts.ofServer(), ALONE, Facts.need(1, 1)).severity())
        .isEqualTo(Severity.OK);
    ReplicaState unknown = new ReplicaState(List.of(), "no right");
    assertThat(state("replica", Facts.ofServer(), unknown, Facts.need(1, 1)).found())
        .isEqualTo("unknown: no right");
  }

  @Test
  void nodeOfAClusterThatIsNotReadyIsAnError() {
    Facts node = Facts.ofServer().global("wsrep_on", "ON").status("wsrep_cluster_size", "3");
    assertThat(state("Galera", node, ALONE, Facts.need(1, 1)).found()).startsWith("unknown");
    node.status("wsrep_ready", "ON");
    assertThat(state("Galera", node, ALONE, Facts.need(1, 1)).severity()).isEqualTo(Severity.NOTE);
    node.status("wsrep_ready", "OFF");
    assertThat(state("Galera", node, ALONE, Facts.need(1, 1)).severity()).isEqualTo(Severity.ERROR);
  }

  private static Severity takesWrites(Facts server, Need need, @Nullable Grants grants) {
    return StateChecks.readOnly(server.server(), need, grants).severity();
  }

  private static CheckFinding state(String subject, Facts server, ReplicaState replica, Need need) {
    return Facts.about(subject, StateChecks.check(server.server(), need, FEW, replica));
  }

  private static ReplicaState.Source source(String host, boolean applies) {
    return new ReplicaState.Source(host, 1, true, applies, "", null, "");
  }
}
