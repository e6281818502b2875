package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Figure.Better;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1234.5 | /s | 1,235/s",
        "99.96 | /s | 100/s",
        "100.4 | /s | 100/s",
        "12.34 | /s | 12.3/s",
        "5 | /s | 5/s",
        "-1234.6 | % | -1,235 %",
        "0.0123 | % | 0.0123 %",
        "7.125 | '' | 7.13",
        "12.345 | ms | 12.35 ms"
      })
  void amountsHaveThreeDigitsAndWholeNumbersAll(double value, String unit, String words) {
    assertThat(new Figure("any", List.of(value), unit, Better.HIGHER).amount()).isEqualTo(words);
  }
}
