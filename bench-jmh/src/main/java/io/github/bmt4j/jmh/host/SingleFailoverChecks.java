package io.github.bmt4j.jmh.host;

import io.github.bmt4j.failover.FailoverOrder;
import io.github.bmt4j.failover.SingleFailover;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.jmh.fork.SingleFailoverChoice;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.Options;

/** Checks what {@code FailoverBenchmark} is to measure, before anything is started. */
final class SingleFailoverChecks {
  private static final List<String> OF_A_STARTED_CLUSTER =
      List.of("fault", "ha", "promotionDelayMs", "durationMs");

  /** In the order of {@link SingleFailoverChoice}. */
  private static final List<String> PARAMETERS =
      List.of(
          "fault",
          "ha",
          "settings",
          "promotionDelayMs",
          "durationMs",
          "trigger",
          "driver",
          "driverWith",
          "driverProperty");

  private final Selection selection;
  private final Options options;

  SingleFailoverChecks(Selection selection, Options options) {
    this.selection = selection;
    this.options = options;
  }

  /** Whether it is among the chosen ones. */
  boolean chosen() {
    return !selection.with("fault").isEmpty();
  }

  /**
   * Checks every combination of the parameters.
   *
   * @throws BadInputException when one makes no sense
   */
  void check(List<String> urls, List<String> triggers) {
    long clusters = urls.stream().filter(url -> url.startsWith("jdbc:")).count();
    if (clusters > 0 && clusters < urls.size()) {
      throw new BadInputException(
          "-p url: give either your own clusters or servers that bmt starts, not both");
    }
    for (String parameter : OF_A_STARTED_CLUSTER) {
      if (clusters > 0 && options.getParameter(parameter).hasValue()) {
        throw new BadInputException(
            "-p "
                + parameter
                + " is for a cluster that bmt starts: in your own, -p trigger says what happens and"
                + " the URL how the application connects");
      }
    }
    for (String url : urls) {
      for (SingleFailoverChoice choice : choices(triggers)) {
        check(choice.order(Servers.spec(url), Servers.cache()));
      }
    }
  }

  /**
   * The jars of the drivers, by their Maven coordinates as the parameters name them; none if it is
   * not among the chosen ones.
   */
  List<String> jars() {
    return Stream.of("driver", "driverWith")
        .filter(parameter -> chosen())
        .flatMap(parameter -> selection.values(parameter).stream())
        .filter(jar -> !jar.equals(SingleFailoverChoice.NONE))
        .toList();
  }

  /**
   * Loads every driver, and checks the options of the user's clusters with it.
   *
   * @param jars paths under the words of {@link #jars}
   * @throws BadInputException when one is no driver, or does not take an option
   */
  void checkDrivers(List<String> urls, Map<String, String> jars) {
    if (!chosen()) {
      return;
    }
    for (SingleFailoverChoice choice : choices(List.of())) {
      LoadDriver driver = choice.load(jar -> Objects.requireNonNull(jars.get(jar), jar));
      for (String url : urls) {
        if (Servers.spec(url) instanceof TargetSpec.External cluster) {
          driver.check(cluster.target());
        }
      }
    }
  }

  private void check(FailoverOrder order) {
    SingleFailover.check(order);
    int shots =
        options.getWarmupIterations().orElse(0) + options.getMeasurementIterations().orElse(1);
    if (shots > 1 && !order.ha().equals(HaMode.ENDPOINT)) {
      throw new BadInputException(
          "-wi and -i: with "
              + order.ha().word()
              + " the driver remembers which servers were down, so a fork has one shot: -wi 0 -i 1,"
              + " and -f for more of them");
    }
  }

  /** Every combination of the parameters. */
  private List<SingleFailoverChoice> choices(List<String> triggers) {
    List<String> commands = triggers.isEmpty() ? List.of(SingleFailoverChoice.NONE) : triggers;
    List<List<String>> combinations = List.of(List.of());
    for (String parameter : PARAMETERS) {
      List<String> values = parameter.equals("trigger") ? commands : selection.values(parameter);
      combinations =
          combinations.stream()
              .flatMap(
                  chosen ->
                      values.stream()
                          .map(value -> Stream.concat(chosen.stream(), Stream.of(value)).toList()))
              .toList();
    }
    return combinations.stream().map(SingleFailoverChecks::choice).toList();
  }

  private static SingleFailoverChoice choice(List<String> values) {
    return new SingleFailoverChoice(
        values.get(0),
        values.get(1),
        values.get(2),
        millis("promotionDelayMs", values.get(3)),
        millis("durationMs", values.get(4)),
        values.get(5),
        values.get(6),
        values.get(7),
        values.get(8));
  }

  private static long millis(String parameter, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new BadInputException("-p " + parameter + "=" + text + ": give a number of ms");
    }
  }
}
