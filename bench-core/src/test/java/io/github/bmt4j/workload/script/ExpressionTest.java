package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.SplitMix64;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions: what pgbench gives for them, and what our own functions draw. */
class ExpressionTest {
  private static final int DRAWS = 100_000;

  private final SplitMix64 random = new SplitMix64(42);
  private final List<String> debugged = new ArrayList<>();

  @Test
  void giveWhatPgbenchGives() throws Exception {
    SoftAssertions softly = new SoftAssertions();
    int count = 0;
    for (String line : resource("/pgbench/expressions.txt").split("\n", -1)) {
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      count++;
      String[] parts = line.split("\t", -1);
      String found = value(parts[0], Map.of("zero", "0"));
      if (parts[1].startsWith("double ") && found.startsWith("double ")) {
        double wanted = number(parts[1]);
        softly
            .assertThat(number(found))
            .as(parts[0])
            .isEqualTo(wanted, within(Double.isInfinite(wanted) ? 0 : 1e-13 * Math.abs(wanted)));
      } else {
        softly.assertThat(found).as(parts[0]).isEqualTo(parts[1]);
      }
    }
    softly.assertAll();
    assertThat(count).isGreaterThan(180);
  }

  private static double number(String word) {
    return Double.parseDouble(word.substring("double ".length()));
  }

  private static String resource(String name) throws Exception {
    try (InputStream stream = ExpressionTest.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "5 / :zero | division by zero",
        "5 % :zero | division by zero",
        "mod(5, :zero) | division by zero",
        ":most + 1 | bigint add out of range",
        "-2 - :most | bigint sub out of range",
        ":most * 2 | bigint mul out of range",
        "(-:most - 1) / -1 | bigint div out of range",
        "random(:most, 4) | empty range given to random: 9223372036854775807 to 4",
        "random(-1, :most) | random range is too large",
        "random_gaussian(1, 5, :zero) | gaussian parameter must be at least 2, not 0.0",
        "random_exponential(1, 5, :zero) | exponential parameter must be greater than zero, not 0.0",
        "random_zipfian(1, 5, :zero) | zipfian parameter must be in [1.001, 1000], not 0.0",
        "permute(1, :zero) | permute size parameter must be greater than zero",
        "int(1e30 * (:zero + 1)) | double to int overflow for 1.0E30",
        "not :zero | 0 is no boolean",
        ":zero or true | 0 is no boolean",
        "1 = 1 and :zero | 0 is no boolean",
        ":word + 1 | 'abc' is not a number",
        ":never + 1 | :never has no value yet: no command that sets it was executed",
        "digits(-1 - :zero) | a text of -1 characters: give 0 to 1000000",
        "timestamp(:word, '2020-01-01') | 'abc' is no date: write 'yyyy-mm-dd' or 'yyyy-mm-dd"
            + " hh:mm:ss'",
        "nurand(-1 - :zero, 0, 5) | nurand takes numbers from 0 to 2^63-2",
      })
  void errorsEndTheOperation(String expression, String message) {
    Map<String, String> given =
        Map.of("zero", "0", "most", String.valueOf(Long.MAX_VALUE), "word", "abc", "never", "");
    assertThatThrownBy(() -> value(expression, given))
        .isInstanceOf(SQLException.class)
        .hasMessage(message);
  }

  @Test
  void textsCompareAndNumbersInTextsCount() throws Exception {
    assertThat(value("'it''s' = 'it''s' and 'a' < 'b'", Map.of())).isEqualTo("boolean true");
    assertThat(value(":v * 2", Map.of("v", "2.5"))).isEqualTo("double 5");
    assertThat(value(":v > 9", Map.of("v", "10"))).isEqualTo("boolean true");
    assertThat(value("0.0 / :z = 1", Map.of("z", "0"))).isEqualTo("boolean false");
    assertThat(value("0.0 / :z <> 1", Map.of("z", "0"))).isEqualTo("boolean true");
  }

  @Test
  void debugSaysPlaceTypeAndValue() throws Exception {
    value("debug(:a) + debug(1.5)", Map.of("a", "3"));
    assertThat(debugged).containsExactly("debug(a.sql:1): int 3", "debug(a.sql:1): double 1.5");
  }

  @Test
  void evenDrawsAreEven() throws Exception {
    long[] counts = histogram("random(3, 12)", 3, 12);
    for (long count : counts) {
      assertThat((double) count).isEqualTo(DRAWS / 10.0, within(5 * Math.sqrt(DRAWS * 0.09)));
    }
    assertThat(histogram("random(5, 5)", 5, 5)).containsExactly(DRAWS);
  }

  /** The documentation's formula for the share of value i of n: a difference of exponentials. */
  @Test
  void exponentialDrawsHaveTheDocumentedShares() throws Exception {
    long[] counts = histogram("random_exponential(1, 10, 2.5)", 1, 10);
    for (int i = 0; i < 10; i++) {
      double share =
          (Math.exp(-2.5 * i / 10) - Math.exp(-2.5 * (i + 1) / 10)) / (1 - Math.exp(-2.5));
      assertShare(counts[i], share);
    }
  }

  /** "Middle quarter 1.0 / parameter draws": 67 % in the middle 1/p, 95 % in the middle 2/p. */
  @Test
  void gaussianDrawsHaveTheDocumentedShares() throws Exception {
    long[] counts = histogram("random_gaussian(1, 1000, 5)", 1, 1000);
    assertShare(sum(counts, 400, 600), 0.6827);
    assertShare(sum(counts, 300, 700), 0.9545);
  }

  @Test
  void zipfianDrawsFollowThePower() throws Exception {
    long[] counts = histogram("random_zipfian(1, 1000, 1.5)", 1, 1000);
    double all = 0;
    for (int i = 1; i <= 1000; i++) {
      all += Math.pow(i, -1.5);
    }
    for (int i = 1; i <= 8; i++) {
      assertShare(counts[i - 1], Math.pow(i, -1.5) / all);
    }
  }

  /** TPC-C 2.1.6: an OR of two even numbers, shifted by C and taken modulo the range. */
  @Test
  void nurandHasOneConstantARunAndItsSkew() throws Exception {
    long[] counts = histogram("nurand(15, 0, 255)", 0, 255);
    long[] byLowBits = new long[16];
    for (int i = 0; i < counts.length; i++) {
      byLowBits[i % 16] += counts[i];
    }
    double most = Arrays.stream(byLowBits).max().orElseThrow();
    assertThat(most / DRAWS).as("(3/4)^4").isEqualTo(0.3164, within(0.008));
    long[] other = histogram("nurand(15, 0, 255)", 0, 255);
    assertThat(indexOfMost(other) % 16).isEqualTo(indexOfMost(counts) % 16);
  }

  private static int indexOfMost(long[] counts) {
    int[] byLowBits = new int[16];
    for (int i = 0; i < counts.length; i++) {
      byLowBits[i % 16] += (int) counts[i];
    }
    int best = 0;
    for (int i = 0; i < 16; i++) {
      best = byLowBits[i] > byLowBits[best] ? i : best;
    }
    return best;
  }

  @Test
  void textFunctionsDrawTheirForms() throws Exception {
    TreeSet<String> picks = new TreeSet<>();
    for (int i = 0; i < 1000; i++) {
      assertThat(value("random_string(12)", Map.of())).matches("text [0-9A-Za-z]{12}");
      assertThat(value("digits(4)", Map.of())).matches("text [0-9]{4}");
      assertThat(value("uuid()", Map.of()))
          .matches("text [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
      assertThat(value("timestamp('2024-02-28 23:59:59', '2024-03-01')", Map.of()))
          .isBetween("text 2024-02-28 23:59:59", "text 2024-03-01 00:00:00");
      picks.add(value("pick('a', 2, 2.5, null)", Map.of()));
    }
    assertThat(picks).containsExactly("double 2.5", "int 2", "null", "text a");
  }

  @Test
  void permutePermutes() throws Exception {
    TreeSet<Long> places = new TreeSet<>();
    for (int i = 0; i < 1000; i++) {
      places.add(Draws.permute(i, 1000, 99));
    }
    assertThat(places).hasSize(1000);
    assertThat(places.first()).isZero();
    assertThat(places.last()).isEqualTo(999);
  }

  @Test
  void numbersAreEvaluatedWithoutAllocating() throws Exception {
    Names names = new Names(List.of("a"));
    Expression expression =
        parse("greatest(:a * 3 % 7, random(1, 100)) + int(:a / 2.5) - abs(-:a)", names);
    Frame frame = new Frame(1, random, 0, debugged::add);
    frame.setLong(0, 5);
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 10_000; i++) {
        expression.push(frame);
        frame.drop(1);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).as("bytes of 10,000 evaluations").isLessThan(10_000);
  }

  private static void assertShare(long count, double share) {
    assertThat(count / (double) DRAWS)
        .isEqualTo(share, within(5 * Math.sqrt(share * (1 - share) / DRAWS)));
  }

  private static long sum(long[] counts, int from, int to) {
    return Arrays.stream(counts, from, to).sum();
  }

  private long[] histogram(String text, int least, int most) throws SQLException {
    Expression expression = parse(text, new Names(List.of()));
    Frame frame = new Frame(0, random, 7, debugged::add);
    long[] counts = new long[most - least + 1];
    for (int i = 0; i < DRAWS; i++) {
      expression.push(frame);
      counts[(int) frame.bits(0) - least]++;
      frame.drop(0);
    }
    return counts;
  }

  private static Expression parse(String text, Names names) {
    return ExpressionParser.parse(new Source("a.sql", text), names, "\\set x");
  }

  /** A value as debug() says it. A variable given as "" is never set. */
  private String value(String text, Map<String, String> given) throws SQLException {
    Map<String, String> values = new TreeMap<>(given);
    values.put("default_seed", "5");
    Names names = new Names(values.keySet());
    Expression expression;
    try {
      expression = parse(text, names);
    } catch (BadInputException e) {
      throw new AssertionError(text + ": " + e.getMessage(), e);
    }
    Frame frame = new Frame(names.slots().size(), random, 7, debugged::add);
    values.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            frame.setGiven(names.slots().getOrDefault(name, 0), value);
          }
        });
    frame.at("a.sql:1");
    expression.push(frame);
    int place = frame.top() - 1;
    String word =
        switch (frame.type(place)) {
          case LONG -> "int ";
          case NULL -> "";
          default -> frame.type(place).name().toLowerCase(Locale.ROOT) + " ";
        };
    assertThat(frame.type(place)).isNotEqualTo(ValueType.UNSET);
    assertThat(place).as("nothing else is left on the stack").isEqualTo(names.slots().size());
    return word + frame.text(place);
  }
}
