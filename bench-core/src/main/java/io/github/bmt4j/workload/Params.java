package io.github.bmt4j.workload;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The parameters of a run, checked and complete: what was given, and the defaults of the rest. */
public final class Params {
  private final Map<String, Object> values;

  private Params(Map<String, Object> values) {
    this.values = Collections.unmodifiableMap(values);
  }

  /**
   * Checks what was given against what a workload takes.
   *
   * @throws BadInputException for a name that is not taken, or a value that does not fit
   */
  public static Params resolve(WorkloadInfo workload, Map<String, String> given) {
    List<ParamSpec> specs = workload.params();
    for (String name : given.keySet()) {
      if (specs.stream().noneMatch(spec -> spec.name().equals(name))) {
        throw new BadInputException(
            words(
                "--%s is not an option of %s: see bmt list %s",
                name, workload.name(), workload.name()));
      }
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (ParamSpec spec : specs) {
      values.put(spec.name(), spec.parse(given.getOrDefault(spec.name(), spec.defaultValue())));
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

  /** The same with another value of a parameter, which is not checked. */
  public Params with(String name, Object value) {
    Map<String, Object> other = new LinkedHashMap<>(values);
    other.put(name, value);
    return new Params(other);
  }

  /** All of them, in the order of the workload's list: Long, Double, Boolean or String. */
  public Map<String, Object> asMap() {
    return values;
  }

  private Object value(String name) {
    return Objects.requireNonNull(values.get(name), () -> "no parameter " + name);
  }
}
