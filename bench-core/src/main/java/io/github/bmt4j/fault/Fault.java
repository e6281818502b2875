package io.github.bmt4j.fault;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.scenario.HaMode;
import java.util.Optional;
import java.util.Set;

/** One thing that can go wrong, and what is done about it. Found as a service; has no state. */
public interface Fault {
  /** As users write it after {@code --fault}. */
  String name();

  /** What happens, in a line. */
  String summary();

  /** The options that it takes; others are refused. */
  Set<FaultOption> takes();

  /** What becomes of an application's writes. */
  Disruption disruption();

  /** Whether it breaks the network between application and primary. */
  default boolean breaksTheWay() {
    return false;
  }

  /** Why it makes no sense for an application that finds its servers so; empty when it does. */
  default Optional<String> obstacle(HaMode ha) {
    return Optional.empty();
  }

  /** What must be done before the fault and is not noticed by the application. */
  default void prepare(Scene scene) throws TargetException {}

  /** Injects the fault and does what follows from it, such as the promotion of a replica. */
  void inject(Scene scene) throws TargetException;

  /** Mends what may still be broken; called whatever happened, also when nothing was injected. */
  default void heal(Scene scene) throws TargetException {}
}
