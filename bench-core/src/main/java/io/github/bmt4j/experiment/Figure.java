package io.github.bmt4j.experiment;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A figure by which results are compared.
 *
 * @param name the same in every result that has it, such as "tps"
 * @param samples in the unit, one for each repetition within the result; empty when it was not
 *     observed
 * @param bounds how many of the samples, its last ones, are lower bounds: what was measured had no
 *     end
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

  /**
   * The same with a sample for each repetition that has it.
   *
   * @param ended whether a repetition took that time; if not, its time is a lower bound
   */
  public static <T> Figure millis(
      String name, List<T> all, Predicate<T> ended, Function<T, @Nullable Double> time) {
    List<Double> samples = new ArrayList<>();
    List<Double> bounds = new ArrayList<>();
    for (T one : all) {
      Double millis = time.apply(one);
      if (millis != null) {
        (ended.test(one) ? samples : bounds).add(millis);
      }
    }
    samples.addAll(bounds);
    return new Figure(name, samples, "ms", Better.LOWER, bounds.size());
  }

  /** The median of the samples, as a figure: a lower bound if a lower bound may be below it. */
  public Figure median() {
    List<Double> longer = new ArrayList<>(samples.subList(0, samples.size() - bounds));
    longer.addAll(Collections.nCopies(bounds, Double.POSITIVE_INFINITY));
    double median = Medians.of(samples);
    return new Figure(name, List.of(median), unit, better, Medians.of(longer) == median ? 0 : 1);
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
