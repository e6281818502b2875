package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Threads and endpoints. */
class RoundRobinTest {
  @ParameterizedTest
  @CsvSource({"1, 5", "2, 7", "3, 7", "3, 3", "4, 1000"})
  void everyThreadHasAnEndpointAndTheyDifferByOneAtMost(int endpoints, int threads) {
    RoundRobin roundRobin = new RoundRobin(endpoints);
    for (int endpoint = 0; endpoint < endpoints; endpoint++) {
      int own = endpoint;
      long dealt = IntStream.range(0, threads).filter(i -> roundRobin.endpointOf(i) == own).count();
      assertThat(roundRobin.threadsOf(endpoint, threads)).isEqualTo((int) dealt);
      assertThat(dealt).isBetween((long) threads / endpoints, (long) threads / endpoints + 1);
    }
    assertThatCode(() -> roundRobin.check("--threads", threads)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 2"})
  void anEndpointWithoutAThreadIsRefused(int endpoints, int threads) {
    assertThatThrownBy(() -> new RoundRobin(endpoints).check("--threads", threads))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--threads=%d: give at least %d, so that each of the %d servers gets one",
            threads, endpoints, endpoints);
  }
}
