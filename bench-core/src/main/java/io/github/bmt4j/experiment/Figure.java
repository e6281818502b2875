package io.github.bmt4j.experiment;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A figure by which results are compared.
 *
 * @param name the same in every result that has it, such as "tps"
 * @param samples in the unit, one for each repetition within the result; empty when it was not
 *     observed
 * @param bounds how many of the samples are lower bounds: what was measured had no end
 * @param unit such as "ms"; may be empty
 */
public record Figure(String name, List<Double> samples, String unit, Better better, int bounds) {
  /** Which values are good. */
  public enum Better {
    HIGHER,
    LOWER
  }

  public Figure {
    samples = List.copyOf(samples);
  }

  /** A figure with one sample; {@code null} when it was not observed. */
  public Figure(String name, @Nullable Double sample, String unit, Better better) {
    this(name, Stream.ofNullable(sample).toList(), unit, better, 0);
  }

  /** A time: the shorter the better. */
  public static Figure millis(String name, @Nullable Double millis) {
    return new Figure(name, millis, "ms", Better.LOWER);
  }

  /** The same with a sample for each repetition that has it, some of them lower bounds. */
  public static Figure millis(String name, Stream<@Nullable Double> millis, long bounds) {
    return new Figure(
        name, millis.filter(Objects::nonNull).toList(), "ms", Better.LOWER, (int) bounds);
  }

  /** Something done a second: the more the better. */
  public static Figure rate(String name, @Nullable Double perSecond) {
    return new Figure(name, perSecond, "/s", Better.HIGHER);
  }

  /** The median of the samples with its unit, "1,234/s"; "-" without one. */
  public String amount() {
    return samples.isEmpty() ? "-" : (bounds > 0 ? ">= " : "") + amount(Medians.of(samples));
  }

  /** A value in the unit of this figure. */
  public String amount(double value) {
    if (unit.equals("ms")) {
      return Numbers.millis(value) + " ms";
    }
    String format = value == Math.rint(value) || Math.abs(value) >= 100 ? "%,.0f" : "%.3g";
    return Numbers.number(format, value)
        + (unit.isEmpty() || unit.startsWith("/") ? unit : " " + unit);
  }
}
