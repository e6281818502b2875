package io.github.bmt4j.failure;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class LostCharactersTest {
  private static final String ASCII = "ANSI_X3.4-1968";
  private static final String LOST = "Z\ufffd\ufffdrich";

  @Test
  void whatWasLostIsRefusedWithItsPlaceAndTheLocaleButNotItsValue() {
    Map<String, String> c = Map.of("LC_ALL", "C", "LANG", "en_US.UTF-8");
    refused(List.of("run", "-D", LOST), c, ASCII)
        .hasMessage(
            "argument 3 (-D) has characters that this locale (LC_ALL=C, ANSI_X3.4-1968) cannot"
                + " hold: set LC_ALL=C.UTF-8");
    refused(List.of("run", "--label=" + LOST), Map.of("LC_ALL", "", "LANG", "de_DE"), ASCII)
        .hasMessageStartingWith("argument 2 (--label) has")
        .hasMessageContaining("LANG=de_DE");
    refused(List.of(LOST + ".sql"), Map.of(), ASCII)
        .hasMessageStartingWith("argument 1 has")
        .hasMessageContaining("no locale is set");
    refused(List.of(), Map.of("BMT_PASSWORD", LOST), ASCII)
        .hasMessageStartingWith("BMT_PASSWORD has characters")
        .hasMessageNotContaining("rich");
    refused(List.of("--password=BMT_ARG_1"), Map.of("BMT_ARG_1", LOST), ASCII)
        .hasMessageStartingWith("an argument has characters");
    refused(List.of(LOST), Map.of("LC_ALL", "C.UTF-8"), "UTF-8")
        .hasMessage("argument 1 is not UTF-8, the encoding of this locale");
  }

  @Test
  void whatArrivedIsTaken() {
    LostCharacters.check(List.of("run", "Zürich", "漢"), Map.of("X", LOST, "BMT_USER", "ü"), ASCII);
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(
      List<String> words, Map<String, String> environment, String encoding) {
    return assertThatThrownBy(() -> LostCharacters.check(words, environment, encoding))
        .isInstanceOf(BadInputException.class);
  }
}
