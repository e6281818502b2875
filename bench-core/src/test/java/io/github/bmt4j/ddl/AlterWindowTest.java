package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AlterWindowTest {
  @Test
  void stallsOfAnAlterThatWasGivenUpMayEndAsLongAsTheLoadRuns() {
    Duration after = Duration.ofSeconds(5);

    assertThat(AlterWindow.tail(after, true)).isEqualTo(after);
    assertThat(AlterWindow.tail(after, false)).isEqualTo(Duration.ofMillis(500));
    assertThat(AlterWindow.tail(Duration.ofMillis(200), false)).isEqualTo(Duration.ofMillis(200));
  }
}
