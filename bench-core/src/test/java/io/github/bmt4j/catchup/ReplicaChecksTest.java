package io.github.bmt4j.catchup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.preflight.ReplicaState;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaChecksTest {
  private static final String HOST = "a".repeat(61);

  @Test
  void aHostNameThatTheServerDoesNotTakeIsRefused() {
    assertThat(ReplicaChecks.longestHost(ServerProduct.parse("8.0.16", ""))).isEqualTo(60);
    assertThat(ReplicaChecks.longestHost(ServerProduct.parse("8.0.17", ""))).isEqualTo(255);
    assertThat(ReplicaChecks.longestHost(ServerProduct.mariaDb(10, 5))).isEqualTo(60);
    assertThat(ReplicaChecks.longestHost(ServerProduct.mariaDb(10, 6))).isEqualTo(255);
    assertThatThrownBy(() -> ReplicaChecks.checkHost(HOST, ServerProduct.parse("5.7.44", "")))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("has 61 characters, and the replica, MySQL 5.7.44, takes 60");
    assertThatCode(() -> ReplicaChecks.checkHost(HOST, ServerProduct.parse("9.7.4", "")))
        .doesNotThrowAnyException();
  }

  @Test
  void oldServersHaveOldWords() {
    assertThat(ReplicaChecks.hasNewWords(ServerProduct.parse("8.0.21", ""))).isFalse();
    assertThat(ReplicaChecks.hasNewWords(ServerProduct.parse("8.0.22", ""))).isTrue();
    assertThat(ReplicaChecks.hasNewWords(ServerProduct.mariaDb(11, 4))).isFalse();
  }

  @Test
  void onlyAReplicaThatRunsCanBeMeasured() {
    refused(
        new ReplicaState(List.of(), ""), false, "the replica does not replicate from any server");
    refused(new ReplicaState(List.of(), ""), true, "not applicable: an Aurora replica shares");
    refused(new ReplicaState(List.of(), "no right"), false, "is unknown: no right");
    refused(
        new ReplicaState(List.of(source(true, ""), source(true, "")), ""),
        false,
        "several servers");
    refused(
        new ReplicaState(List.of(source(false, "Duplicate entry")), ""),
        false,
        "start it first (Duplicate entry)");
    assertThatCode(
            () -> ReplicaChecks.checkState(new ReplicaState(List.of(source(true, "")), ""), false))
        .doesNotThrowAnyException();
  }

  private static void refused(ReplicaState state, boolean aurora, String reason) {
    assertThatThrownBy(() -> ReplicaChecks.checkState(state, aurora))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining(reason);
  }

  private static ReplicaState.Source source(boolean applies, String error) {
    return new ReplicaState.Source("primary", 1, true, applies, "", 0L, error);
  }
}
