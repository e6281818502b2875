package io.github.bmt4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinesTest {
  @Test
  void breaksLongSentencesAtSpacesBelowTheirLabel() {
    assertThat(Lines.wrapped("note     client and server share this machine\n", 30))
        .isEqualTo("note     client and server\n         share this machine\n");
  }

  @Test
  void theRestStandsBelowTheWordsBehindTheLastGapInTheFirstHalf() {
    assertThat(Lines.wrapped("  3,001.0  up  node2 promoted after 3 s  (late)", 36))
        .isEqualTo("  3,001.0  up  node2 promoted after\n               3 s  (late)");
  }

  @Test
  void leavesLinesThatFitAsTheyAre() {
    String table = "  response           0.765      3.57\n";

    assertThat(Lines.wrapped(table, 36)).isEqualTo(table);
    assertThat(Lines.wrapped("\nVALID\n\n", 30)).isEqualTo("\nVALID\n\n");
  }

  @Test
  void breaksAWordThatIsLongerThanALineBehindAPartOfAUrl() {
    assertThat(Lines.wrapped("driver   jdbc:mariadb://127.0.0.1:3306/db?a=1&b=2", 30))
        .isEqualTo("driver   jdbc:mariadb://\n         127.0.0.1:3306/db?\n         a=1&b=2");
    assertThat(Lines.wrapped("note     " + "x".repeat(30), 30))
        .isEqualTo("note     " + "x".repeat(21) + "\n         " + "x".repeat(9));
  }
}
