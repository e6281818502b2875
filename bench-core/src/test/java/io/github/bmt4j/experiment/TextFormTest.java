package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextFormTest {
  @Test
  void breaksLongSentencesAtSpacesBelowTheirLabel() {
    assertThat(TextForm.wrapped("note     client and server share this machine\n", 30))
        .isEqualTo("note     client and server\n         share this machine\n");
  }

  @Test
  void leavesTablesAndShortLinesAsTheyAre() {
    String table = "  response           0.765      3.57      1.82      6.39\n";

    assertThat(TextForm.wrapped(table, 30)).isEqualTo(table);
    assertThat(TextForm.wrapped("\nVALID\n\n", 30)).isEqualTo("\nVALID\n\n");
  }

  @Test
  void leavesAWordThatIsLongerThanALine() {
    String url = "note     " + "x".repeat(50);

    assertThat(TextForm.wrapped(url, 30)).isEqualTo(url);
  }
}
