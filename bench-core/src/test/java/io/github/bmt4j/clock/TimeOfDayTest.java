package io.github.bmt4j.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeOfDayTest {
  private static final Instant ASKED = Instant.parse("2026-11-22T12:00:00Z");

  @Test
  void theAnswerIsTakenToHaveTravelledAsLongAsTheQuestion() {
    TimeOfDay ahead = new TimeOfDay(ASKED, ASKED.plusMillis(350), ASKED.plusMillis(100));
    assertThat(ahead.aheadMillis()).isEqualTo(300);
    assertThat(ahead.uncertaintyMillis()).isEqualTo(50);

    TimeOfDay behind = new TimeOfDay(ASKED, ASKED.minusMillis(150), ASKED.plusMillis(100));
    assertThat(behind.aheadMillis()).isEqualTo(-200);
  }
}
