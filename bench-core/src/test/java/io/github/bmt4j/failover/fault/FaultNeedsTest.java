package io.github.bmt4j.failover.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.Cluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A fault declares the capabilities that it uses, all of them and no others, and its length. */
class FaultNeedsTest {
  private final ManualClock clock = new ManualClock(0);

  static List<Fault> all() {
    return Fault.all();
  }

  static List<Fault> withoutProxy() {
    return all().stream().filter(fault -> !fault.breaksThePath()).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void usesWhatItNeeds(Fault fault) throws Exception {
    MadeUpCluster madeUp = new MadeUpCluster(fault.needs());
    play(fault, madeUp.context(OptionValues.DEFAULT, clock));
    assertThat(madeUp.used).containsExactlyInAnyOrderElementsOf(fault.needs());
  }

  @ParameterizedTest
  @MethodSource("all")
  void cannotDoWithoutOneOfThem(Fault fault) {
    for (Class<?> missing : fault.needs()) {
      List<Class<?>> others = new ArrayList<>(fault.needs());
      others.remove(missing);
      FaultContext context = new MadeUpCluster(others).context(OptionValues.DEFAULT, clock);
      assertThatThrownBy(() -> play(fault, context))
          .isInstanceOf(BadInputException.class)
          .hasMessage("no " + Cluster.word(missing) + " nodes: made up");
    }
  }

  /** The check of --deadline knows all pauses of a script: a fault with others declares them. */
  @ParameterizedTest
  @MethodSource("withoutProxy")
  void pausesAsLongAsItDeclares(Fault fault) throws Exception {
    OptionValues options = OptionValues.DEFAULT;
    for (DeclaredOption<?> option : fault.takes()) {
      options = sevenSeconds(options, option);
    }
    FaultContext context = new MadeUpCluster(fault.needs()).context(options, clock);
    unlessItNeedsAProxy(() -> fault.inject(context));
    assertThat(Duration.ofNanos(clock.nanoTime())).isEqualTo(fault.length(options));
  }

  private static void play(Fault fault, FaultContext context) throws TargetException {
    unlessItNeedsAProxy(() -> fault.prepare(context));
    unlessItNeedsAProxy(() -> fault.inject(context));
    unlessItNeedsAProxy(() -> fault.heal(context));
  }

  private interface Step {
    void run() throws TargetException;
  }

  private static void unlessItNeedsAProxy(Step step) throws TargetException {
    try {
      step.run();
    } catch (UnsupportedOperationException e) {
      // There is no proxy.
    }
  }

  @SuppressWarnings("unchecked")
  private static OptionValues sevenSeconds(OptionValues options, DeclaredOption<?> option) {
    return option.usual() instanceof Duration
        ? options.with((DeclaredOption<Duration>) option, Duration.ofSeconds(7))
        : options;
  }
}
