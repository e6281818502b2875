package io.github.bmt4j.experiment;

import io.github.bmt4j.clock.Medians;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * One of the variants that an experiment compares.
 *
 * @param name empty for the only variant
 * @param samples samples that count
 */
public record Variant<S>(String name, List<S> samples) {
  /** The variants of samples, ordered by the first sample of each. */
  public static <S> List<Variant<S>> of(List<S> all, Function<S, String> name) {
    return all.stream()
        .map(name)
        .distinct()
        .map(
            one -> new Variant<>(one, all.stream().filter(s -> name.apply(s).equals(one)).toList()))
        .toList();
  }

  /** The values of a metric, named after metric and variant. */
  public Figure figure(Metric<S> metric) {
    return metric.figure(metric.name() + (name.isEmpty() ? "" : ", " + name), samples);
  }

  /** The median as text, after {@code >=} if it is a lower bound; "-" without samples. */
  public String median(Metric<S> metric) {
    Figure figure = figure(metric);
    return samples.isEmpty()
        ? "-"
        : figure.bound() + metric.form().apply(Medians.of(figure.samples()));
  }

  /** The lowest and the highest value as text. */
  public String range(Metric<S> metric) {
    Figure figure = figure(metric);
    return samples.isEmpty()
        ? "-"
        : metric.form().apply(Collections.min(figure.samples()))
            + " … "
            + (figure.bounds() > 0 ? Figure.AT_LEAST : "")
            + metric.form().apply(Collections.max(figure.samples()));
  }
}
