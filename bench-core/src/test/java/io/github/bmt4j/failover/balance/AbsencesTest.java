package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.figures.NodeObservation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** When nodes were away, by looks at them every 20 ms that take 1 ms. */
class AbsencesTest {
  private static final long END = 10_000;
  private final List<NodeObservation> looks = new ArrayList<>();

  @Test
  void aNodeThatAnswersIsNotAway() {
    looks("a", 0, END, true);

    assertThat(absences(0)).isEmpty();
  }

  @Test
  void anAbsenceLastsFromTheLastAnswerToTheFirst() {
    looks("a", 0, 4_000, true);
    looks("a", 4_000, 7_000, false);
    looks("a", 7_000, END, true);
    looks("b", 0, END, true);

    assertThat(absences(0)).containsExactly(new Loss("a", ms(3_980), ms(7_001)));
  }

  @Test
  void aNodeThatDoesNotComeBackIsAwayToTheEnd() {
    looks("a", 0, 4_000, true);
    looks("a", 4_000, END, false);

    assertThat(absences(0)).containsExactly(new Loss("a", ms(3_980), null));
    assertThat(Absences.nanos(absences(0).get(0), ms(END))).isEqualTo(ms(6_020));
  }

  @Test
  void theLongestComesFirstAndOfEachNodeTheLongestCounts() {
    looks("a", 0, 1_000, true);
    looks("a", 1_000, 1_100, false);
    looks("a", 1_100, 5_000, true);
    looks("a", 5_000, 7_000, false);
    looks("a", 7_000, END, true);
    looks("b", 0, 6_000, true);
    looks("b", 6_000, END, false);
    Collections.shuffle(looks, new Random(1));

    assertThat(absences(0))
        .containsExactly(new Loss("b", ms(5_980), null), new Loss("a", ms(4_980), ms(7_001)));
  }

  @Test
  void whatWasBeforeDoesNotCountAndAnAbsenceBeginsThenAtTheEarliest() {
    looks("a", 0, 2_000, false);
    looks("a", 2_000, END, true);
    looks("b", 0, 1_000, true);
    looks("b", 1_000, 3_000, false);
    looks("b", 3_000, END, true);

    assertThat(absences(2_000)).containsExactly(new Loss("b", ms(2_000), ms(3_001)));
  }

  private List<Loss> absences(long fromMillis) {
    return Absences.of(looks, ms(fromMillis), ms(END));
  }

  private void looks(String node, long fromMillis, long toMillis, boolean answered) {
    for (long at = fromMillis; at < toMillis; at += 20) {
      looks.add(
          new NodeObservation(
              node, answered ? "1@" + node : "", ms(at), ms(at + 1), answered, false, answered));
    }
  }

  private static long ms(long millis) {
    return millis * 1_000_000;
  }
}
