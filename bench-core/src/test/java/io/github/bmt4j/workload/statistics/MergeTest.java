package io.github.bmt4j.workload.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.statistics.Merge.Fold;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeTest {
  @Test
  void foldsTheRowsOfAGroupAndKeepsGroupsThatOnePieceHas() {
    assertThat(
            Merge.folded(
                List.of(
                    answer("1,NULL,2,0.5,2016-01-02,2016-01-02", "1,7,9,9.99,a,a"),
                    answer("1,NULL,3,99.5,2016-01-01,2016-01-03"),
                    answer("NULL,NULL,4,1,b,b", "1,NULL,5,0.01,2016-01-09,2016-01-01")),
                2,
                Fold.SUM,
                Fold.SUM,
                Fold.EARLIEST,
                Fold.LATEST))
        .containsExactlyInAnyOrder(
            row("1,NULL,10,100.01,2016-01-01,2016-01-03"),
            row("1,7,9,9.99,a,a"),
            row("NULL,NULL,4,1,b,b"));
  }

  @Test
  void sumsAreWrittenAsAnswersAre() {
    assertThat(Merge.folded(List.of(answer("a,0.5"), answer("a,99.5")), 1, Fold.SUM))
        .containsExactly(row("a,100"));
  }

  @Test
  void joinsEveryRowOfEveryPiece() {
    assertThat(Merge.joined(List.of(answer("1,a"), answer(), answer("2,b", "1,a"))))
        .containsExactlyInAnyOrder(row("1,a"), row("1,a"), row("2,b"));
  }

  @Test
  void firstRowsAreOrderedAsNumbersAndTiesAreBroken() {
    List<List<String>> rows =
        List.of(row("10,100"), row("9,100"), row("8,99.99"), row("1,9"), row("2,1000.5"));
    assertThat(Merge.first(rows, 4, Merge.byNumber(1).reversed().thenComparing(Merge.byNumber(0))))
        .containsExactly(row("2,1000.5"), row("9,100"), row("10,100"), row("8,99.99"));
  }

  /** SELECT 1 / 3, 2 / 3, 5 / 100000 as MariaDB and MySQL answer. */
  @ParameterizedTest
  @CsvSource({
    "1, 3, 0, 0.3333",
    "2, 3, 0, 0.6667",
    "5, 100000, 0, 0.0001",
    "4, 100000, 0, 0",
    "10.00, 3, 2, 3.333333",
    "20.00, 3, 2, 6.666667",
    "9.00, 3, 2, 3"
  })
  void averagesHaveFourDigitsMoreThanTheirSum(
      BigDecimal sum, long count, int digits, String average) {
    assertThat(Merge.average(sum, count, digits)).isEqualTo(average);
  }

  @Test
  void theBestOfAllMayBeNobodysBest() {
    AnswerRows merged =
        new AnswerRows(
            BestItems.QUERY
                .merged()
                .apply(List.of(answer("1,1,60", "2,1,50"), answer("3,1,70", "2,1,50"))));
    assertThat(merged).isEqualTo(answer("2,2,100", "3,1,70", "1,1,60"));
  }

  @Test
  void averagesOfPiecesAreNotAveraged() {
    AnswerRows merged =
        new AnswerRows(
            LineAverages.QUERY.merged().apply(List.of(answer("1,1,10,1"), answer("1,2,5,1"))));
    assertThat(merged).isEqualTo(answer("1,3,5,0.6667"));
  }

  private static AnswerRows answer(String... rows) {
    return new AnswerRows(Arrays.stream(rows).map(MergeTest::row).toList());
  }

  private static List<String> row(String text) {
    return List.of(text.split(",", -1));
  }
}
