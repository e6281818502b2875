package io.github.bmt4j.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DidYouMeanTest {
  private static final List<String> KNOWN =
      List.of(
          "run", "doctor", "prepare", "oltp_read_write", "oltp_read_only", "--threads", "--time");

  @ParameterizedTest
  @CsvSource({
    "rnu, run",
    "urn, run",
    "RUN, run",
    "doktor, doctor",
    "perpare, prepare",
    "oltp_readwrite, oltp_read_write",
    "oltp-read-only, oltp_read_only",
    "oltp_read_write.lua, oltp_read_write",
    "--thread, --threads",
    "--tiem, --time",
  })
  void findsTheClosestWord(String given, String meant) {
    assertThat(DidYouMean.of(given, KNOWN)).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "xyz", "benchmark", "--nope", "select"})
  void saysNothingWhereNoneIsClose(String given) {
    assertThat(DidYouMean.of(given, KNOWN)).isEmpty();
  }
}
