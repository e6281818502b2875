package io.github.bmt4j.failover.fault;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.DidYouMean;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** All faults there are. */
public final class Faults {
  private Faults() {}

  /** Every fault, by name. */
  public static List<Fault> all() {
    return ServiceLoader.load(Fault.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(Fault::name))
        .toList();
  }

  /** Every option that a fault takes, in the order of the faults; each once. */
  public static List<FaultOption<?>> options() {
    return all().stream()
        .<FaultOption<?>>flatMap(fault -> fault.takes().stream())
        .distinct()
        .toList();
  }

  /**
   * The fault of a name.
   *
   * @throws BadInputException when there is none
   */
  public static Fault byName(String name) {
    return all().stream()
        .filter(fault -> fault.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new BadInputException("unknown fault " + name + ": " + hint(name)));
  }

  private static String hint(String name) {
    List<String> names = all().stream().map(Fault::name).toList();
    return DidYouMean.of(name, names)
        .map(meant -> "did you mean " + meant + "?")
        .orElse("choose one of " + String.join(", ", names));
  }
}
