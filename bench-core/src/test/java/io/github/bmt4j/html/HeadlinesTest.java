package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Long answers: two lines as the headline, the rest below. */
class HeadlinesTest {
  @Test
  void anAnswerOfTwoLinesIsWhole() {
    String answer = "554 transactions/s on 2 threads, p95 10.49 ms; 17 errors, retried";

    assertThat(Headlines.first(answer)).isEqualTo(answer);
    assertThat(Headlines.rest(answer)).isEmpty();
  }

  @Test
  void aLongAnswerIsParted() {
    String answer =
        "No difference between safe and fast was shown: transactions a second safe 936/s, fast"
            + " 1,009/s; a change of 76 % would have been; 3 runs each, in turns";

    assertThat(Headlines.first(answer))
        .isEqualTo(
            "No difference between safe and fast was shown: transactions a second safe 936/s, fast"
                + " 1,009/s");
    assertThat(Headlines.rest(answer))
        .contains("A change of 76 % would have been; 3 runs each, in turns");
  }

  @Test
  void anInvalidResultSaysSoAndItsReasonBelow() {
    String answer =
        "Do not use these figures: other processes used 64 % of the client's processors, and the"
            + " client waited for a processor 88 % of the time in which it had work";

    assertThat(Headlines.first(answer)).isEqualTo("Do not use these figures");
    assertThat(Headlines.rest(answer)).startsWith("Other processes used 64 %");
    assertThat(Headlines.first(answer.replace("other", "round 1: other")))
        .isEqualTo("Do not use these figures");
    assertThat(Headlines.first("x".repeat(200))).hasSize(200);
  }
}
