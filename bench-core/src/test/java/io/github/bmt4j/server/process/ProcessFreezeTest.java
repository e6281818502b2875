package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class ProcessFreezeTest {
  @Test
  void aFrozenProcessStandsUntilItIsThawedAndCanBeKilledAllTheSame() throws Exception {
    Process counting =
        new ProcessBuilder("sh", "-c", "while :; do echo .; sleep 0.01; done").start();
    try {
      assertThat(counting.getInputStream().read()).isEqualTo('.');
      assertThat(ProcessFreeze.isFrozen(counting.pid())).isFalse();
      ProcessFreeze.freeze(counting.pid());
      assertThat(ProcessFreeze.isFrozen(counting.pid())).isTrue();
      int said = counting.getInputStream().available();
      TimeUnit.MILLISECONDS.sleep(200);
      assertThat(counting.getInputStream().available()).isEqualTo(said);
      ProcessFreeze.thaw(counting.pid());
      assertThat(ProcessFreeze.isFrozen(counting.pid())).isFalse();
      counting.getInputStream().readNBytes(said + 2);
      ProcessFreeze.freeze(counting.pid());
    } finally {
      counting.destroyForcibly().waitFor();
    }
    assertThat(counting.isAlive()).isFalse();
  }

  @Test
  void saysThatAProcessIsNotThere() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    assertThatThrownBy(() -> ProcessFreeze.freeze(ended.pid()))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("kill -STOP");
  }
}
