package io.github.bmt4j.failover.fault;

import java.time.Duration;
import java.util.Locale;

/**
 * An option of one or several faults: a time, a switch, or a choice.
 *
 * @param <T> Duration, Boolean or an enum
 * @param word the option's spelling on the command line
 * @param usual its value unless the user gives another
 * @param inScript whether the fault's script takes as much longer
 * @param description for {@code bmt failover --help}
 */
public record FaultOption<T>(String word, T usual, boolean inScript, String description) {
  /** The time that bmt waits before it promotes a replica. */
  public static final FaultOption<Duration> PROMOTION_DELAY =
      time("--promotion-delay", 0, "how long bmt waits before it promotes a replica").script();

  /** The length of a fault that heals on its own. */
  public static final FaultOption<Duration> DURATION =
      time("--duration", 5_000, "length of a fault that ends on its own").script();

  /** The time from a promotion, or the loss of all nodes, to the return of a node. */
  public static final FaultOption<Duration> RETURN_AFTER =
      time("--return-after", 5_000, "when a node comes back, after the promotion").script();

  /** Where the application's work waits during a planned change. */
  public static final FaultOption<Hold> HOLD =
      choice(
          "--hold",
          Hold.NONE,
          "where the application waits during the change: none, pool (HikariCP is suspended), or"
              + " endpoint (new connections wait, open ones are closed)");

  /** An option that is a time. */
  static FaultOption<Duration> time(String word, long usualMillis, String description) {
    return new FaultOption<>(word, Duration.ofMillis(usualMillis), false, description);
  }

  /** An option that is off unless the user gives it. */
  static FaultOption<Boolean> toggle(String word, String description) {
    return new FaultOption<>(word, false, false, description);
  }

  /** An option that is a word of an enum. */
  static <E extends Enum<E>> FaultOption<E> choice(String word, E usual, String description) {
    return new FaultOption<>(word, usual, false, description);
  }

  /** The same, by which the fault's script takes longer. */
  FaultOption<T> script() {
    return new FaultOption<>(word, usual, true, description);
  }

  /** Whether it is on or off. */
  public boolean isToggle() {
    return usual instanceof Boolean;
  }

  /** The option with a value, as the command line reads it; "" for the usual word of a choice. */
  String text(Object value) {
    if (value instanceof Enum<?> choice) {
      return value.equals(usual)
          ? ""
          : word + "=" + choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    if (value instanceof Duration time) {
      return word + "=" + time.toMillis() + "ms";
    }
    return value.equals(true) ? word : word + "=off";
  }
}
