package io.github.bmt4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.report.Timeline.Mark;
import java.util.List;
import org.junit.jupiter.api.Test;

class DescriptionTest {
  private static final Setup SETUP =
      new Setup("a load on a server", List.of(new Fact("server", "MariaDB 11.4")));

  @Test
  void theAnswerIsTheFirstLineAndTheVerdictComesNext() {
    Description result = described().judged("VALID", List.of(), List.of());

    assertThat(TextView.whole(result, 80))
        .isEqualTo(
            """
            957 transactions/s

            a load on a server
            server   MariaDB 11.4

            VALID
              elapsed        5.000 s
            note     a note
            change   it waits; 3 times; try --less; that was not tried
            """);
    assertThat(result.tone()).isEqualTo(Tone.GOOD);
  }

  @Test
  void whatMustNotBeUsedSaysSoFirstAndIsBad() {
    Description result = described().judged("INVALID", List.of("a reason", "another"), List.of());

    assertThat(result.headline())
        .isEqualTo("Do not use these figures: a reason (and 1 more). Measured: 957 transactions/s");
    assertThat(result.tone()).isEqualTo(Tone.BAD);
    assertThat(result.outcome()).isEqualTo("INVALID");
  }

  @Test
  void whatFailsACheckSaysSoFirstAndIsBad() {
    Description result = described().judged("VALID", List.of(), List.of("tps below 1,000"));

    assertThat(result.headline())
        .isEqualTo("FAILED: tps below 1,000. Measured: 957 transactions/s");
    assertThat(
            described()
                .headline("Writes did not come back", Tone.BAD)
                .judged("VALID", List.of(), List.of("writes did not come back"))
                .headline())
        .isEqualTo("FAILED: Writes did not come back");
    assertThat(result.tone()).isEqualTo(Tone.BAD);
    assertThat(result.outcome()).isEqualTo("FAILED");
  }

  @Test
  void markdownHasTheSame() {
    Description result =
        described()
            .figure(Grid.ofWords("Times", List.of("what", "ms"), List.of(List.of("p95|x", "4.59"))))
            .judged("VALID", List.of(), List.of());

    assertThat(MarkdownView.of(result))
        .isEqualTo(
            """
            ## 957 transactions/s

            - a load on a server
            - server: MariaDB 11.4

            **VALID**

            - elapsed: 5.000 s

            Times

            | what | ms |
            | --- | ---: |
            | p95\\|x | 4.59 |

            Notes:

            - a note

            What to change:

            - it waits; 3 times; try --less; that was not tried
            """);
  }

  @Test
  void whatIsEmptyIsLeftOutAndATerminalShowsOneTimeline() {
    Description result =
        described()
            .figure(Grid.ofWords("none", List.of("x"), List.of()))
            .figure(new Bar("none", List.of()))
            .figure(timeline("first"))
            .figure(timeline("second"))
            .judged("VALID", List.of(), List.of());

    assertThat(result.figures()).hasSize(3);
    assertThat(TextView.summary(result, 80)).contains("first").doesNotContain("second", "none");
  }

  @Test
  void longWordsAtTheEndOfALinePushNoColumnOut() {
    Grid grid =
        new Grid(
            "",
            List.of(
                new Grid.Column("#", 3, 0),
                new Grid.Column("lost", 6, 2),
                new Grid.Column("why", -1, 0)),
            List.of(List.of("1", "7", "a long message ".repeat(9).strip())));

    assertThat(grid.text(80))
        .contains("lost", "  1      7  a long message")
        .doesNotContain("left out");
  }

  private static Timeline timeline(String title) {
    return new Timeline(title, 0, 1, "fault", List.of(), List.of(new Mark(0, "fault", "")));
  }

  private static Description.Builder described() {
    return new Description.Builder(SETUP)
        .headline("957 transactions/s", Tone.GOOD)
        .fact("elapsed", "5.000 s")
        .finding(new Finding("it waits", "3 times", "--less"))
        .notes(List.of("a note"));
  }
}
