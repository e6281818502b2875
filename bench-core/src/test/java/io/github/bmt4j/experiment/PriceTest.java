package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.experiment.Figure.Better;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriceTest {
  @ParameterizedTest
  @CsvSource({
    "1.23/h, 1.23, ''",
    "24/d, 1, ''",
    "1460/month, 2, ''",
    "1.5 EUR/h, 1.5, EUR",
    "USD 36/d, 1.5, USD",
    "$0.034/h, 0.034, $",
  })
  void aTextGivesAPriceForATime(String text, double perHour, String currency) {
    Price price = Price.of(text).orElseThrow();

    assertThat(price.perHour()).isCloseTo(perHour, within(1e-12));
    assertThat(price.currency()).isEqualTo(currency);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1.23", "0/h", "-1/h", "1,23/h", "1.23/w", "$1 EUR/h", "1.23 per hour", "x/h"})
  void anotherTextGivesNone(String text) {
    assertThat(Price.of(text)).isEmpty();
  }

  /** An hour at 1,000 a second has 3.6 million transactions. */
  @Test
  void aMillionTransactionsCostTheirShareOfTheTime() {
    Figure errors = new Figure("errors", 0.0, "%", Better.LOWER);
    List<Figure> figures =
        new Price(3.6, "EUR").with(List.of(new Figure("tps", 1000.0, "/s", Better.HIGHER), errors));

    assertThat(figures).hasSize(3).endsWith(errors);
    assertThat(figures.get(1).amount()).isEqualTo("1 EUR");
    assertThat(figures.get(1).better()).isEqualTo(Better.LOWER);
    assertThat(
            new Price(1, "")
                .with(List.of(new Figure("tps", 0.0, "/s", Better.HIGHER)))
                .get(1)
                .samples())
        .isEmpty();
    assertThat(new Price(1, "").with(List.of(errors))).containsExactly(errors);
  }
}
