package io.github.bmt4j.workload;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.option.DeclaredOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The parameters of a run, checked and complete: given values, and defaults for the rest. */
public final class Params {
  private final Map<String, Object> values;

  private Params(Map<String, Object> values) {
    this.values = Collections.unmodifiableMap(values);
  }

  /**
   * Checks given values against a workload's parameters.
   *
   * @throws BadInputException for an unknown name, or a value that does not fit
   */
  public static Params resolve(WorkloadInfo workload, Map<String, String> given) {
    List<DeclaredOption<?>> specs = workload.params();
    for (String name : given.keySet()) {
      BadInputException.check(
          specs.stream().anyMatch(spec -> spec.name().equals(name)),
          "--" + name,
          words(
              " is not an option of %s: see %s", workload.name(), bmt("list " + workload.name())));
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (DeclaredOption<?> spec : specs) {
      String text = given.get(spec.name());
      values.put(spec.name(), text == null ? spec.usual() : spec.parse(text));
    }
    return new Params(values);
  }

  public long number(String name) {
    return (Long) value(name);
  }

  public int integer(String name) {
    return Math.toIntExact(number(name));
  }

  double decimal(String name) {
    return (Double) value(name);
  }

  public boolean flag(String name) {
    return (Boolean) value(name);
  }

  public String text(String name) {
    return (String) value(name);
  }

  /** These parameters with another value of one, which is not checked. */
  public Params with(String name, Object value) {
    Map<String, Object> other = new LinkedHashMap<>(values);
    other.put(name, value);
    return new Params(other);
  }

  /** All values, in the order of the workload's list: Long, Double, Boolean or String. */
  public Map<String, Object> asMap() {
    return values;
  }

  private Object value(String name) {
    return Objects.requireNonNull(values.get(name), () -> "no parameter " + name);
  }
}
