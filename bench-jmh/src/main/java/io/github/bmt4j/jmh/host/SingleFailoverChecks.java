package io.github.bmt4j.jmh.host;

import io.github.bmt4j.failover.FailoverOrder;
import io.github.bmt4j.failover.SingleFailover;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.SingleFailoverChoice;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.options.Options;

/** Checks what {@code FailoverBenchmark} is to measure, before anything is started. */
final class SingleFailoverChecks {
  private static final List<String> OF_A_STARTED_CLUSTER =
      List.of("fault", "ha", "promotionDelayMs", "durationMs");

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
    List<String> commands =
        triggers.isEmpty() ? List.of(SingleFailoverChoice.NO_TRIGGER) : triggers;
    for (String url : urls) {
      if (url.equals(Feature.STUB)) {
        throw new BadInputException(
            "-p url=stub: FailoverBenchmark needs servers; -e FailoverBenchmark leaves it out");
      }
      for (SingleFailoverChoice choice : choices(commands)) {
        check(choice.order(Servers.spec(url), Servers.cache()));
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

  private List<SingleFailoverChoice> choices(List<String> triggers) {
    List<SingleFailoverChoice> choices = new ArrayList<>();
    for (String fault : selection.values("fault")) {
      for (String ha : selection.values("ha")) {
        for (String settings : selection.values("settings")) {
          for (String delay : selection.values("promotionDelayMs")) {
            for (String duration : selection.values("durationMs")) {
              for (String trigger : triggers) {
                choices.add(
                    new SingleFailoverChoice(
                        fault,
                        ha,
                        settings,
                        millis("promotionDelayMs", delay),
                        millis("durationMs", duration),
                        trigger));
              }
            }
          }
        }
      }
    }
    return choices;
  }

  private static long millis(String parameter, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new BadInputException("-p " + parameter + "=" + text + ": give a number of ms");
    }
  }
}
