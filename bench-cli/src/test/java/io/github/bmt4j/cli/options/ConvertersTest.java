package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.cli.options.Converters.ByteSize;
import io.github.bmt4j.failover.client.ExceptionOverride;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.Consume;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Option;

class ConvertersTest {
  /** One option of each kind. */
  @SuppressWarnings("NullAway.Init")
  private static final class Options {
    @Option(names = "--time")
    @Nullable Duration time;

    @Option(names = "--size")
    @Nullable ByteSize size;

    @Option(names = "--count")
    @Nullable Long count;

    @Option(names = "--threads")
    int threads;

    @Option(names = "--share")
    double share;

    @Option(names = "--cold", arity = "0..1", fallbackValue = "on")
    boolean cold;

    @Option(names = "--override")
    @Nullable ExceptionOverride override;

    @Option(names = "--consume", split = ",")
    List<Consume> consume = List.of();
  }

  @ParameterizedTest
  @CsvSource({
    "90, 90000",
    "90s, 90000",
    "500ms, 500",
    "1.5, 1500",
    "2m, 120000",
    "1h, 3600000",
    "1m30s, 90000",
    "1h30m, 5400000"
  })
  void times(String text, long millis) {
    assertThat(Parsed.of(new Options(), "--time", text).time).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({"1k, 1024", "500M, 524288000", "1g, 1073741824", "1.5kb, 1536"})
  void sizesAreBinary(String text, long bytes) {
    assertThat(Parsed.of(new Options(), "--size=" + text).size).isEqualTo(new ByteSize(bytes));
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "10k, 10000", "2M, 2000000", "1g, 1000000000", "-3, -3"})
  void countsAreDecimal(String text, long count) {
    assertThat(Parsed.of(new Options(), "--count=" + text).count).isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource({
    "on, true",
    "off, false",
    "true, true",
    "False, false",
    "yes, true",
    "no, false",
    "1, true",
    "0, false"
  })
  void booleansHaveManyWords(String text, boolean value) {
    assertThat(Parsed.of(new Options(), "--cold=" + text).cold).isEqualTo(value);
  }

  @Test
  void numbers() {
    Options options = Parsed.of(new Options(), "--threads=2k", "--share=0.5");

    assertThat(options.threads).isEqualTo(2000);
    assertThat(options.share).isEqualTo(0.5);
  }

  @Test
  void enumsAreWrittenInSmallLettersWithDashes() {
    assertThat(Parsed.of(new Options(), "--override=read-only").override)
        .isEqualTo(ExceptionOverride.READ_ONLY);
    assertThat(Parsed.of(new Options(), "--consume=all,first-column").consume)
        .containsExactly(Consume.ALL, Consume.FIRST_COLUMN);
    assertThat(Stream.of(ExceptionOverride.values()))
        .allMatch(one -> Converters.word(one).equals(one.word()));
    assertThat(Stream.of(Consume.values()))
        .allMatch(one -> Converters.word(one).equals(one.word()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--time=soon | --time=soon: give seconds, or a time such as 500ms, 1m30s or 1h",
        "--time=-1 | --time=-1: give seconds, or a time such as 500ms, 1m30s or 1h",
        "--time=9999h | --time=9999h: give at most 31 days",
        "--size=1 | --size=1: give a size such as 500m or 1g",
        "--threads=two | --threads=two: give a whole number",
        "--threads=99999999999 | --threads=99999999999: give a smaller number",
        "--share=half | --share=half: give a number",
        "--cold=maybe | --cold=maybe: give on or off",
        "--override=nope | --override=nope: choose one of none, read-only, failed-over",
        "--consume=all,nope | --consume=nope: choose one of none, first-column, all",
        "--time=1 --time=2 | --time is given twice: give it only once",
      })
  void saysWhatIsWrongAndHowToMendIt(String words, String message) {
    assertThatThrownBy(() -> Parsed.of(new Options(), words.split(" ", -1)))
        .isInstanceOf(BadInputException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 0s", "PT0.05S, 50ms", "PT1.5S, 1.5s", "PT2M, 120s", "PT0.0000005S, 5.0E-7s"})
  void timesAreWrittenAsUsersDo(Duration time, String text) {
    assertThat(Converters.text(time)).isEqualTo(text);
  }
}
