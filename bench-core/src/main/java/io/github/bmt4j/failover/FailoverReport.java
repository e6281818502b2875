package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.figures.FailoverFigures.Moment;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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
  protected String head(FailoverResult result) {
    return head(result.scenario(), result.environment());
  }

  /** What is about to run, on what. */
  static String head(FailoverScenario scenario, Environment environment) {
    Integer replicas = scenario.replicas();
    return head(
            "failover by " + scenario.fault(),
            environment,
            (replicas == null ? "" : ", " + counted(replicas, "replica"))
                + (Boolean.TRUE.equals(scenario.semiSync()) ? ", semi-synchronous" : ""),
            scenario.ha(),
            scenario.settings())
        + line(
            "load     %s writes/s, %s reads/s, %s connects/s, open loop",
            seconds(scenario.writesPerSecond()),
            seconds(scenario.readsPerSecond()),
            seconds(scenario.connectsPerSecond()))
        + line("fault    %s", fault(scenario));
  }

  /** The first lines of a head, for an application and a cluster. */
  public static String head(
      String title,
      Environment environment,
      String servers,
      String ha,
      ApplicationSettings settings) {
    String pool = counted(settings.poolSize(), "connection");
    return head(
            title, environment, servers, words(", servers found by %s, HikariCP with %s", ha, pool))
        + line("settings %s", settings(settings));
  }

  @Override
  protected String parts(FailoverResult result, int columns) {
    return result.failover().repetitions().stream()
        .map(FailoverReport::repetition)
        .collect(Collectors.joining());
  }

  /** A repetition that has ended. */
  static String repetition(Repetition repetition) {
    String reasons = String.join("; ", repetition.verdict().reasons());
    return line(
        "  #%-3d %-7s  write outage %s ms, server %s ms, client-added %s ms%s",
        repetition.number(),
        repetition.verdict().status(),
        writeOutage(repetition),
        millis(repetition.figures().serverOutageMs()),
        millis(repetition.figures().clientAddedOutageMs()),
        reasons.isEmpty() ? "" : ": " + reasons);
  }

  @Override
  protected String figures(FailoverResult result, int columns) {
    return FailoverTable.headline(result.failover())
        + "\n"
        + FailoverTable.figures(result.failover(), columns)
        + typical(result).map(FailoverReport::timeline).orElse("")
        + FailoverTable.errors(result.failover().repetitions(), columns);
  }

  @Override
  protected List<String> notes(FailoverResult result) {
    List<String> notes = new ArrayList<>();
    for (Repetition repetition : result.failover().repetitions()) {
      repetition.notes().forEach(note -> notes.add("#" + repetition.number() + ": " + note));
    }
    notes.addAll(result.warnings());
    return notes;
  }

  private static String writeOutage(Repetition repetition) {
    Double atLeast = repetition.figures().writeOutageAtLeastMs();
    return atLeast == null
        ? millis(repetition.figures().writeOutageMs())
        : "at least " + millis(atLeast);
  }

  private static String settings(ApplicationSettings settings) {
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
      given.add(words("%s %,d%s", name, value.longValue(), unit));
    }
  }

  private static String fault(FailoverScenario scenario) {
    Long delay = scenario.promotionDelayMillis();
    return words(
        "after %s s of load, %s%s; %s, each with a fresh client JVM",
        seconds(scenario.baselineSeconds()),
        scenario.trigger() == null ? "by bmt" : "by the command given",
        delay == null ? "" : words(", promotion %,d ms later", delay),
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
