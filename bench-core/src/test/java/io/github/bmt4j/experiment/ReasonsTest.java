package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Reasons that several results share are said once. */
class ReasonsTest {
  @Test
  void reasonsThatDifferInNumbersOnlyAreOneWithTheirRanges() {
    List<String> reasons =
        List.of(
            "other programs used 90 % of 2 processors, 1,200.5 ms",
            "the client used 3 %",
            "other programs used 76 % of 2 processors, 9 ms",
            "other programs used 80 % of 2 processors, 12 ms");

    assertThat(Reasons.byKind(reasons).values())
        .extracting(Reasons::merged)
        .containsExactly(
            "other programs used 76 to 90 % of 2 processors, 9 to 1,200.5 ms",
            "the client used 3 %");
  }
}
