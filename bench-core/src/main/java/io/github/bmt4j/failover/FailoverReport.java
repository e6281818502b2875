package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.figures.FailoverFigures.Moment;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@code bmt failover} as text: what runs, before it begins; each repetition, as it ends;
 * what came out, at the end.
 */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class FailoverReport extends ResultKind<FailoverResult> {
  public FailoverReport() {
    super(FailoverResult.KIND, FailoverResult.class, "failover");
  }

  @Override
  public String summary(FailoverResult result, int columns) {
    return result(result);
  }

  @Override
  public String text(FailoverResult result, int columns) {
    StringBuilder text = new StringBuilder(head(result.scenario(), result.environment()));
    for (Repetition repetition : result.failover().repetitions()) {
      text.append("\n").append(repetition(repetition));
    }
    return text.append(result(result)).toString();
  }

  /** What is about to run, on what. */
  static String head(FailoverScenario scenario, Environment environment) {
    return line("failover by %s on %s", scenario.fault(), environment.server().description())
        + line(
            "server   %s %s%s, TLS %s",
            environment.server().product(),
            environment.server().version(),
            servers(scenario),
            environment.tls())
        + line(
            "driver   %s %s, servers found by %s, HikariCP with %s",
            environment.driver().name(),
            environment.driver().version(),
            scenario.ha(),
            counted(scenario.settings().poolSize(), "connection"))
        + line("settings %s", settings(scenario.settings()))
        + line(
            "load     %s writes/s, %s reads/s, %s connects/s, open loop",
            Numbers.seconds(scenario.writesPerSecond()),
            Numbers.seconds(scenario.readsPerSecond()),
            Numbers.seconds(scenario.connectsPerSecond()))
        + line("fault    %s", fault(scenario));
  }

  private static String servers(FailoverScenario scenario) {
    Integer replicas = scenario.replicas();
    return (replicas == null ? "" : ", " + counted(replicas, "replica"))
        + (Boolean.TRUE.equals(scenario.semiSync()) ? ", semi-synchronous" : "");
  }

  /** A repetition that has ended. */
  static String repetition(Repetition repetition) {
    String reasons = String.join("; ", repetition.verdict().reasons());
    return line(
        "  #%-3d %-7s  write outage %s ms, server %s ms, client-added %s ms%s",
        repetition.number(),
        repetition.verdict().status(),
        writeOutage(repetition),
        Numbers.millis(repetition.figures().serverOutageMs()),
        Numbers.millis(repetition.figures().clientAddedOutageMs()),
        reasons.isEmpty() ? "" : ": " + reasons);
  }

  /** What came out. */
  static String result(FailoverResult result) {
    List<Repetition> repetitions = result.failover().repetitions();
    StringBuilder text = new StringBuilder("\n");
    text.append(line("%s", result.verdict().status()));
    for (String reason : result.verdict().reasons()) {
      text.append(line("         because: %s", reason));
    }
    for (String failed : result.failedChecks()) {
      text.append(line("FAILED   %s", failed));
    }
    text.append(FailoverTable.headline(result.failover()));
    text.append("\n").append(FailoverTable.figures(result.failover()));
    typical(result).ifPresent(repetition -> text.append(timeline(repetition)));
    text.append(FailoverTable.errors(repetitions));
    for (Repetition repetition : repetitions) {
      for (String note : repetition.notes()) {
        text.append(line("note     #%d: %s", repetition.number(), note));
      }
    }
    for (String warning : result.warnings()) {
      text.append(line("note     %s", warning));
    }
    return text.toString();
  }

  private static String writeOutage(Repetition repetition) {
    Double atLeast = repetition.figures().writeOutageAtLeastMs();
    return atLeast == null
        ? Numbers.millis(repetition.figures().writeOutageMs())
        : "at least " + Numbers.millis(atLeast);
  }

  public static String settings(ApplicationSettings settings) {
    List<String> given = new ArrayList<>();
    add(given, "connectTimeout", settings.connectTimeoutMillis(), " ms");
    add(given, "socketTimeout", settings.socketTimeoutMillis(), " ms");
    add(given, "connectionTimeout", settings.poolTimeoutMillis(), " ms");
    add(given, "validationTimeout", settings.validationTimeoutMillis(), " ms");
    add(given, "maxLifetime", settings.maxLifetimeMillis(), " ms");
    add(given, "networkaddress.cache.ttl", settings.dnsTtlSeconds(), " s");
    add(given, "retriesAllDown", settings.retriesAllDown(), "");
    add(given, "deniedListTimeout", settings.deniedListMillis(), " ms");
    if (settings.transactionReplay()) {
      given.add("transactionReplay");
    }
    if (settings.evictReadOnly()) {
      given.add("read-only connections evicted");
    }
    given.add("retry " + settings.retry());
    return settings.profile() + ": " + String.join(", ", given);
  }

  private static void add(List<String> given, String name, @Nullable Number value, String unit) {
    if (value != null) {
      given.add(String.format(Locale.ROOT, "%s %,d%s", name, value.longValue(), unit));
    }
  }

  private static String fault(FailoverScenario scenario) {
    Long delay = scenario.promotionDelayMillis();
    String who =
        scenario.trigger() == null
            ? "by the lab"
                + (delay == null
                    ? ""
                    : String.format(Locale.ROOT, ", promotion %,d ms later", delay))
            : "by the command given";
    return String.format(
        Locale.ROOT,
        "after %s s of load, %s; %s, each with a fresh client JVM",
        Numbers.seconds(scenario.baselineSeconds()),
        who,
        counted(scenario.repeat(), "repetition"));
  }

  /** The VALID repetition whose write outage is nearest to the median; without one, the first. */
  private static Optional<Repetition> typical(FailoverResult result) {
    List<Repetition> repetitions = result.failover().repetitions();
    var spread = result.failover().summary().get("writeOutageMs");
    if (spread == null) {
      return repetitions.stream()
          .min(Comparator.comparing(repetition -> repetition.verdict().status()));
    }
    return repetitions.stream()
        .filter(repetition -> repetition.verdict().status() == Status.VALID)
        .min(
            Comparator.comparingDouble(
                repetition -> {
                  Double outage = repetition.figures().writeOutageMs();
                  return outage == null ? Double.MAX_VALUE : Math.abs(outage - spread.median());
                }));
  }

  private static String timeline(Repetition repetition) {
    if (repetition.timeline().isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("\n");
    text.append(line("  timeline of #%d, in ms from the fault", repetition.number()));
    for (Moment moment : repetition.timeline()) {
      String words = (moment.node() + " " + moment.text()).strip();
      text.append(line("  %,12.1f  %-16s %s", moment.atMs(), moment.what(), words).stripTrailing())
          .append("\n");
    }
    return text.toString();
  }
}
