package io.github.bmt4j.catchup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.report.Reason;
import org.junit.jupiter.api.Test;

class WritingTest {
  @Test
  void aLoadThatFailsOrRestsMakesASmallerBacklogThanItsLength() {
    assertThat(Writing.gaps(990, 10, 6, 30)).isEmpty();
    assertThat(Writing.gaps(989, 11, 6, 30))
        .extracting(Reason::text)
        .containsExactly(
            "11 of 1,000 operations of the load failed or have an unknown outcome, more than 1 %");
    assertThat(Writing.gaps(990, 10, 6.1, 30))
        .extracting(Reason::text)
        .containsExactly("the load committed nothing for 6.1 s of 30.0 s, more than 20 %");
    assertThat(Writing.gaps(0, 0, 30, 30))
        .extracting(Reason::text)
        .containsExactly("the load committed nothing for 30.0 s of 30.0 s, more than 20 %");
  }
}
