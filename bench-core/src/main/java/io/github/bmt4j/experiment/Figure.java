package io.github.bmt4j.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A figure by which results are compared.
 *
 * @param name the same in every result with this figure, such as "tps"
 * @param samples in the unit, one for each repetition within the result that has the figure
 * @param unit such as "ms"; may be empty
 * @param atLeast for each sample, true if it is a lower bound: the measured time had no end
 * @param missing number of repetitions that lack it
 */
public record Figure(
    String name,
    List<Double> samples,
    String unit,
    Better better,
    @JsonIgnore List<Boolean> atLeast,
    int missing) {
  /** Prefix of a value that is a lower bound. */
  public static final String AT_LEAST = ">= ";

  /** Names of the CPU time of a query. */
  public static final String SERVER_CPU = "server CPU a query";

  public static final String CLIENT_CPU = "client CPU a query";

  /** Direction of better values. */
  public enum Better {
    HIGHER,
    LOWER
  }

  public Figure {
    samples = List.copyOf(samples);
    atLeast = List.copyOf(atLeast);
  }

  public Figure(String name, List<Double> samples, String unit, Better better) {
    this(name, samples, unit, better, Collections.nCopies(samples.size(), false), 0);
  }

  /** A figure with one sample; {@code null} when it was not observed. */
  public Figure(String name, @Nullable Double sample, String unit, Better better) {
    this(name, Stream.ofNullable(sample).toList(), unit, better);
  }

  /**
   * A figure with a sample for each repetition.
   *
   * @param ended true if a repetition's value is exact, not a lower bound
   * @param value absent in a repetition that lacks it
   */
  public static <T> Figure of(
      String name,
      String unit,
      Better better,
      List<T> all,
      Predicate<T> ended,
      Function<T, @Nullable Double> value) {
    List<Double> samples = new ArrayList<>();
    List<Boolean> atLeast = new ArrayList<>();
    for (T one : all) {
      Double sample = value.apply(one);
      if (sample != null) {
        samples.add(sample);
        atLeast.add(!ended.test(one));
      }
    }
    return new Figure(name, samples, unit, better, atLeast, all.size() - samples.size());
  }

  /** One figure of several, with the samples of all. */
  public static Figure together(List<Figure> figures) {
    Figure some = figures.get(0);
    return new Figure(
        some.name,
        figures.stream().flatMap(figure -> figure.samples.stream()).toList(),
        some.unit,
        some.better,
        figures.stream().flatMap(figure -> figure.atLeast.stream()).toList(),
        figures.stream().mapToInt(Figure::missing).sum());
  }

  /** Number of samples that are lower bounds. */
  @JsonProperty
  public int bounds() {
    return Collections.frequency(atLeast, true);
  }

  /**
   * This figure with the median as its only sample: a lower bound if a lower bound may be below it.
   */
  public Figure median() {
    if (samples.isEmpty()) {
      return this;
    }
    double median = Medians.of(samples);
    List<Double> longest =
        IntStream.range(0, samples.size())
            .mapToObj(i -> atLeast.get(i) ? Double.POSITIVE_INFINITY : samples.get(i))
            .toList();
    return new Figure(
        name, List.of(median), unit, better, List.of(Medians.of(longest) != median), missing);
  }

  /** The median of the samples with its unit, "1,234/s"; "-" without samples. */
  public String amount() {
    return samples.isEmpty() ? "-" : bound() + amount(Medians.of(samples));
  }

  /** "&gt;= " if the median is a lower bound, otherwise empty. */
  public String bound() {
    return median().bounds() > 0 ? AT_LEAST : "";
  }

  public String amount(double value) {
    if (unit.equals("ms")) {
      return Numbers.millis(value) + " ms";
    }
    String format = value == Math.rint(value) || Math.abs(value) >= 100 ? "%,.0f" : "%.3g";
    return Numbers.number(format, value)
        + (unit.isEmpty() || unit.startsWith("/") ? unit : " " + unit);
  }
}
