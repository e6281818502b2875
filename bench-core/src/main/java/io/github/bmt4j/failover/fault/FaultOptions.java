package io.github.bmt4j.failover.fault;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The options of a fault for one run. An option that is not among them has its usual value.
 *
 * @param given by the user, of the options' types
 */
public record FaultOptions(Map<FaultOption<?>, Object> given) {
  /** Usual values only. */
  public static final FaultOptions DEFAULT = new FaultOptions(Map.of());

  public FaultOptions {
    given = Map.copyOf(given);
  }

  /** The same with one more option. */
  public <T> FaultOptions with(FaultOption<T> option, T value) {
    Map<FaultOption<?>, Object> more = new HashMap<>(given);
    more.put(option, value);
    return new FaultOptions(more);
  }

  /** The value of an option. */
  @SuppressWarnings("unchecked")
  public <T> T get(FaultOption<T> option) {
    return (T) given.getOrDefault(option, option.usual());
  }

  /** The shortest time that the script of a fault takes. */
  public Duration length(Fault fault) {
    return fault.takes().stream()
        .filter(FaultOption::inScript)
        .map(option -> (Duration) get(option))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** A fault with all its options, as the command line reads it behind {@code --fault}. */
  public String text(Fault fault) {
    return (fault.name()
            + " "
            + fault.takes().stream()
                .map(option -> option.text(get(option)))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" ")))
        .strip();
  }
}
