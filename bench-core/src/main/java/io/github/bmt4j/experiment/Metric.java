package io.github.bmt4j.experiment;

import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A figure of samples, declared once: its column or row, cards, comparisons, limits and stored keys
 * follow from it.
 *
 * @param <S> a sample, such as a repetition's figures
 * @param name its key in files, comparisons and limits
 * @param column column of a table; its title is also the title of a row
 * @param unit such as "ms"; may be empty
 * @param form text of a value, without the unit
 * @param value absent in a sample that lacks it
 * @param ended false for a sample whose value is a lower bound
 */
public record Metric<S>(
    String name,
    Grid.Column column,
    String unit,
    Better better,
    Function<Number, String> form,
    Function<S, ? extends @Nullable Number> value,
    Predicate<S> ended,
    Set<Use> uses) {
  /** Places of a figure apart from its table. */
  public enum Use {
    CARD,
    COMPARED,
    LIMIT,
    ROW
  }

  /** A figure without lower bounds. */
  public Metric(
      String name,
      Grid.Column column,
      String unit,
      Better better,
      String format,
      Function<S, ? extends @Nullable Number> value) {
    this(
        name,
        column,
        unit,
        better,
        number -> Numbers.number(format, number),
        value,
        sample -> true,
        Set.of());
  }

  public Metric<S> in(Use... places) {
    return new Metric<>(name, column, unit, better, form, value, ended, Set.of(places));
  }

  public boolean isIn(Use place) {
    return uses.contains(place);
  }

  public String title() {
    return column.title();
  }

  /** The value, or its lower bound; absent if the sample has neither. */
  public @Nullable Double of(S sample) {
    Number number = value.apply(sample);
    return number == null ? null : (Double) number.doubleValue();
  }

  public double orZero(S sample) {
    return Objects.requireNonNullElse(of(sample), 0.0);
  }

  /** The value as text, after {@code >=} if it is a lower bound; "-" if it is absent. */
  public String shown(S sample) {
    Number number = value.apply(sample);
    return number == null ? "-" : (ended.test(sample) ? "" : Figure.AT_LEAST) + form.apply(number);
  }

  /** Its values in samples; samples without a value are counted as missing. */
  public Figure figure(String as, List<S> samples) {
    return Figure.of(as, unit, better, samples, ended, this::of);
  }

  /**
   * The number at a path of components of nested records, such as {@code writes.outageMs}; absent
   * if a component on the path is absent.
   */
  public static <S> Function<S, @Nullable Number> at(String path) {
    String[] names = path.split("\\.", -1);
    return sample -> {
      Object at = sample;
      for (String name : names) {
        at = component(at, name);
      }
      return (Number) at;
    };
  }

  private static @Nullable Object component(@Nullable Object record, String name) {
    try {
      return record == null ? null : record.getClass().getMethod(name).invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("there is no component " + name, e);
    }
  }
}
