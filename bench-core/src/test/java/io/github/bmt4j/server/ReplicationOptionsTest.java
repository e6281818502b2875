package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a replication lab refuses before anything is started. */
class ReplicationOptionsTest {
  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 9})
  void takesOneToEightReplicas(int replicas) {
    assertThatThrownBy(() -> new ReplicationOptions(temp, replicas, false, List.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--replicas=" + replicas + ": give a number from 1 to 8");
    assertThat(new ReplicationOptions(temp, 1, false, List.of()).replicas()).isEqualTo(1);
    assertThat(new ReplicationOptions(temp, 8, true, List.of("sync_binlog=1")).replicas())
        .isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"server_id=7", "read-only", "LOG_BIN=x", "port=1", "--a=b"})
  void refusesServerOptionsThatAreOursOrNone(String option) {
    assertThatThrownBy(() -> new ReplicationOptions(temp, 1, false, List.of(option)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("server option " + option + ": ");
  }

  @Test
  void isForProcessesOfThisMachineAlone() {
    ReplicationOptions options = new ReplicationOptions(temp.resolve("c"), 1, false, List.of());
    for (TargetSpec spec :
        List.of(
            new TargetSpec.Container("mariadb:11.4"),
            new TargetSpec.External("jdbc:mariadb://localhost/", "u", Secret.NONE))) {
      assertThatThrownBy(() -> ReplicationLabs.open(spec, options, Progress.SILENT))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("--target embedded or --target local");
    }
    assertThat(temp).isEmptyDirectory();
  }
}
