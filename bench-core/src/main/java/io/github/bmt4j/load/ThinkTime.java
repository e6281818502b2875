package io.github.bmt4j.load;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.clock.TimeText;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.SplitMix64;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pauses of each thread of a closed loop, from the end of an operation to the start of its next.
 *
 * @param nanos mean, above 0
 * @param exponential true if pauses are drawn from the exponential distribution; false if all are
 *     equal
 */
public record ThinkTime(long nanos, boolean exponential) {
  private static final Pattern FORM =
      Pattern.compile("(T)(:exponential)?".replace("T", TimeText.FORM));
  private static final double LONGEST_NANOS = 3600e9;
  private static final int MOST_MEANS = 10;

  /** Makes pauses independent of a workload's random numbers for the same thread. */
  private static final long SALT = 0x7468696E6B2D2D2DL;

  /**
   * The think time that a text describes: {@code 100ms} or {@code 100ms:exponential}.
   *
   * @throws BadInputException when the text describes no think time
   */
  @JsonCreator
  public static ThinkTime parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    double nanos = form.matches() ? TimeText.nanos(form.group(1)).orElse(0) : 0;
    BadInputException.check(
        nanos >= 1e3 && nanos <= LONGEST_NANOS,
        "--think",
        "=" + text + ": give a time of at most 1h, such as 100ms, or its mean: 100ms:exponential");
    return new ThinkTime(Math.round(nanos), form.group(2) != null);
  }

  @JsonValue
  public String text() {
    return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString()
        + (exponential ? "s:exponential" : "s");
  }

  /** A time that pauses rarely exceed. */
  public long longestNanos() {
    return exponential ? MOST_MEANS * nanos : nanos;
  }

  Pauses pauses(long seed, int thread) {
    return new Pauses(new SplitMix64(SplitMix64.stateOf(seed ^ SALT, thread)));
  }

  /** The pauses of one thread, in ns. */
  final class Pauses {
    private final SplitMix64 random;

    private Pauses(SplitMix64 random) {
      this.random = random;
    }

    /**
     * The rest of a pause during which the load begins; otherwise all threads would start in step.
     */
    long first() {
      return Math.round(random.nextDouble() * next());
    }

    long next() {
      return exponential ? Math.round(-Math.log(1 - random.nextDouble()) * nanos) : nanos;
    }
  }
}
