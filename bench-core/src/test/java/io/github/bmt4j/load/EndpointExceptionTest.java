package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.progress.StopSignal;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A load over two endpoints, of which one refuses. */
class EndpointExceptionTest {
  private final SQLException denied = new SQLException("Access denied", "28000", 1045);

  @Test
  void saysWhichEndpointRefusedAndWhatItSaid() {
    ScriptedServer first = new ScriptedServer(false);
    ScriptedServer second = new ScriptedServer(false);
    second.refuse(denied);

    assertThatThrownBy(() -> load(first, second))
        .isInstanceOfSatisfying(
            EndpointException.class,
            failure -> {
              assertThat(failure.endpoint()).isEqualTo(1);
              assertThat(failure.getErrorCode()).isEqualTo(1045);
              assertThat(failure.getMessage()).isEqualTo("Access denied");
              assertThat(failure.getCause()).isSameAs(denied);
            });
  }

  @Test
  void oneAloneIsNotTold() {
    ScriptedServer only = new ScriptedServer(false);
    only.refuse(denied);

    assertThatThrownBy(() -> load(only)).isSameAs(denied);
  }

  private static void load(ScriptedServer... servers) throws SQLException {
    LoadPlan plan = new Plan(4).time(1000).build();
    new LoadGenerator(
            plan,
            Clock.SYSTEM,
            List.of(servers),
            worker -> new ScriptedSession((number, counts) -> {}),
            new StopSignal(),
            null)
        .run(new NeverConnected());
  }
}
