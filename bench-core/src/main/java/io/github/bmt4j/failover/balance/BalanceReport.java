package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.failover.FailoverReport;
import io.github.bmt4j.failover.balance.BalanceFigures.PhaseValues;
import io.github.bmt4j.failover.balance.BalanceFigures.Returned;
import io.github.bmt4j.report.Numbers;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A run of {@code bmt balance} as text: what runs, before it begins; what came out, at the end. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class BalanceReport extends ResultKind<BalanceResult> {
  public BalanceReport() {
    super(BalanceResult.KIND, BalanceResult.class, "balance");
  }

  @Override
  public String summary(BalanceResult result, int columns) {
    return result(result);
  }

  @Override
  public String text(BalanceResult result, int columns) {
    return head(result.scenario(), result.environment()) + result(result);
  }

  /** What is about to run, on what. */
  static String head(BalanceScenario scenario, Environment environment) {
    return line("balance by %s on %s", scenario.ha(), environment.server().description())
        + line(
            "server   %s %s, %s, TLS %s",
            environment.server().product(),
            environment.server().version(),
            counted(scenario.replicas(), "replica"),
            environment.tls())
        + line(
            "driver   %s %s, servers found by %s, HikariCP with %s",
            environment.driver().name(),
            environment.driver().version(),
            scenario.ha(),
            counted(scenario.settings().poolSize(), "connection"))
        + line("settings %s", FailoverReport.settings(scenario.settings()))
        + line(
            "load     %s writes/s, %s reads/s of %,d ms, open loop",
            Numbers.seconds(scenario.writesPerSecond()),
            Numbers.seconds(scenario.readsPerSecond()),
            scenario.readMillis())
        + line("loss     %s", loss(scenario));
  }

  /** What came out. */
  static String result(BalanceResult result) {
    BalanceFigures figures = result.balance();
    StringBuilder text = new StringBuilder("\n");
    text.append(line("%s", result.verdict().status()));
    for (String reason : result.verdict().reasons()) {
      text.append(line("         because: %s", reason));
    }
    text.append(BalanceTable.loads(figures));
    text.append(rebalance(figures));
    text.append(readsOffPrimary(figures.readsOffPrimary()));
    if (figures.stuck().operations() > 0) {
      text.append(
          line(
              "  stuck      %s at the end, the oldest for %s ms",
              counted(figures.stuck().operations(), "operation"),
              Numbers.millis(figures.stuck().oldestMs())));
    }
    text.append("\n").append(BalanceChart.of(figures));
    text.append("\n").append(BalanceTable.served(figures));
    for (String warning : result.warnings()) {
      text.append(line("note     %s", warning));
    }
    return text.toString();
  }

  private static String loss(BalanceScenario scenario) {
    Double away = scenario.returnAfterSeconds();
    return away == null
        ? String.format(
            Locale.ROOT,
            "none; %s s of load",
            Numbers.seconds(scenario.beforeSeconds() + scenario.timeSeconds()))
        : String.format(
            Locale.ROOT,
            "after %s s of load a replica is killed, started again %s s later, and watched for %s s",
            Numbers.seconds(scenario.beforeSeconds()),
            Numbers.seconds(away),
            Numbers.seconds(scenario.timeSeconds()));
  }

  private static String rebalance(BalanceFigures figures) {
    Returned returned = figures.returned();
    if (returned == null) {
      return "";
    }
    Double rebalance = figures.rebalanceMs();
    Double idle = returned.idleMs();
    String fair = share(returned.fairShare());
    return (rebalance == null
            ? line(
                "  rebalance  %s did not get 80 %% of its fair share of %s for good within %.1f s of its return",
                returned.server(), fair, returned.observedMs() / 1e3)
            : line(
                "  rebalance  %s had 80 %% of its fair share of %s %.1f s after its return (steps of %.0f s)",
                returned.server(), fair, rebalance / 1e3, figures.resolutionMs() / 1e3))
        + line(
            "  returned   %s; %s of the operations in the last 10 s",
            idle == null
                ? "took no operation"
                : String.format(Locale.ROOT, "idle for %.1f s", idle / 1e3),
            share(returned.shareAtEnd()));
  }

  private static String readsOffPrimary(@Nullable PhaseValues off) {
    if (off == null) {
      return "";
    }
    Double during = off.during();
    Double after = off.after();
    return line(
        "  primary    %s of the reads left it%s%s",
        share(off.before()),
        during == null ? "" : " before, " + share(during) + " during",
        after == null ? "" : ", " + share(after) + " after");
  }

  /** A share in percent; "-" for what was not observed. */
  static String share(@Nullable Double share) {
    return share == null ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
