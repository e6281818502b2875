package io.github.bmt4j.failover.report;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.MatrixEntry;
import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.experiment.Metric.Use;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.PoolSettings;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.cluster.AuroraNames;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.LedgerCounts;
import io.github.bmt4j.failover.figures.Headline;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Summary;
import io.github.bmt4j.failover.figures.Summary.Block;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.ClusterScenario;
import io.github.bmt4j.failover.scenario.FailoverScenario;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.NodeUrl;
import io.github.bmt4j.report.Bar;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Finding;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Tone;
import io.github.bmt4j.sampling.ServerReport;
import io.github.bmt4j.server.HaProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@code bmt failover} for people: its setup before the start, each repetition as it ends,
 * its figures at the end.
 */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class FailoverReport extends ResultKind<FailoverResult> {
  public FailoverReport() {
    super(FailoverResult.KIND, FailoverResult.class);
  }

  @Override
  protected List<String> changes(FailoverResult own, FailoverResult other) {
    return SpringChanges.of(
        own.scenario().settings(),
        own.environment().driver().url(),
        other.scenario().settings(),
        other.environment().driver().url());
  }

  @Override
  protected String work() {
    return "fault|trigger|stallMillis|settleMillis|deadlineMillis|writeMillis|writesPerSecond"
        + "|readsPerSecond|connectsPerSecond|readMillis";
  }

  /**
   * Figures of the VALID repetitions. A repetition without lost write time, or without an outage of
   * tried reads or connects, counts with 0; a time without an end counts with its lower bound.
   */
  @Override
  protected List<Figure> compared(FailoverResult result) {
    List<FailoverFigures> valid =
        result.failover().repetitions().stream()
            .filter(Repetition::valid)
            .map(Repetition::figures)
            .toList();
    List<Figure> figures = new ArrayList<>();
    figures.add(
        Figure.of(
            "lost write time",
            "ms",
            Better.LOWER,
            valid,
            FailoverFigures::haveWritesRecovered,
            one -> result.scenario().writes() ? (Double) one.lostWriteMs() : null));
    Set<Metric<FailoverFigures>> outages = result.scenario().outages();
    for (Metric<FailoverFigures> one : FailoverFigures.METRICS) {
      if (one.isIn(Use.COMPARED)) {
        Function<FailoverFigures, Summary.@Nullable Value> value =
            repetition -> Summary.value(one, repetition, outages);
        figures.add(
            Figure.of(
                one.title().replace('-', ' '),
                one.unit(),
                one.better(),
                valid,
                valued -> !Objects.requireNonNull(value.apply(valued)).bound(),
                valued ->
                    value.apply(valued) == null ? null : (Double) value.apply(valued).value()));
      }
    }
    return figures;
  }

  @Override
  protected MatrixEntry matrixEntry(FailoverResult result) {
    List<Repetition> all = result.failover().repetitions();
    List<FailoverFigures> valid =
        all.stream().filter(Repetition::valid).map(Repetition::figures).toList();
    FailoverScenario scenario = result.scenario();
    return new MatrixEntry(
        scenario.change().name(),
        scenario.ha() + " " + scenario.settings().profile().word(),
        valid.size(),
        (int) valid.stream().filter(one -> !one.unrecovered().isEmpty() || one.hangs()).count(),
        all.stream().map(Repetition::cannotWork).filter(Objects::nonNull).findFirst().orElse(null),
        sum(valid, LedgerCounts::lostWrites),
        sum(valid, LedgerCounts::duplicates),
        sum(valid, one -> one.ambiguousWrites().applied() + one.ambiguousWrites().notApplied()),
        scenario.maxWriteOutageMillis() != null);
  }

  private static @Nullable Long sum(
      List<FailoverFigures> figures, ToLongFunction<LedgerCounts> count) {
    List<LedgerCounts> read =
        figures.stream().map(FailoverFigures::ledger).filter(Objects::nonNull).toList();
    return read.size() < figures.size() ? null : (Long) read.stream().mapToLong(count).sum();
  }

  @Override
  protected Description.Builder describe(FailoverResult result, @Nullable Path folder) {
    Block block = result.failover();
    List<Repetition> all = block.repetitions();
    Set<Metric<FailoverFigures>> noneIsZero = block.withZeros(result.scenario().outages());
    Headline headline = Headline.of(block);
    Description.Builder built =
        new Description.Builder(setup(result.scenario(), result.environment()))
            .part(FailoverTable.repetitions(noneIsZero).grid("Each repetition", all));
    if (headline.typical() != null && result.scenario().writes()) {
      built.headline(
          (isEmulated(result.scenario()) ? "Aurora emulated: " : "") + headline.sentence(),
          headline.tone());
    } else if (headline.typical() != null) {
      built.headline("Nothing was written: in this mode bmt only reads and connects", Tone.WARN);
    }
    FailoverTable.cards(block, built);
    Bar bar = headline.bar();
    built.figure(new Bar(bar.title() + ", #" + headline.typical(), bar.segments()));
    long valid = all.stream().filter(Repetition::valid).count();
    built.fact("repetitions", words("%d, %d VALID", all.size(), valid));
    for (Repetition one : all) {
      String worst = FailoverTable.worst(one);
      if (!worst.isEmpty() && one.valid()) {
        built.fact("#" + one.number(), worst);
      }
    }
    built.figure(FailoverTable.figures(block, noneIsZero));
    StoredWrites writes = writes(folder, built);
    Comparator<Repetition> first =
        Comparator.comparing(one -> !Headline.typical(block).equals(Optional.of(one)));
    all.stream()
        .sorted(first)
        .map(one -> FailoverTimeline.of(one, writes.of(one.number())))
        .forEach(built::figure);
    built.figure(FailoverTable.errors(all.stream().flatMap(one -> one.errors().stream()).toList()));
    ServerReport.add(result.serverSeries(), built);
    ServerReport.addCharts(result.serverSeries(), "failover", built);
    all.forEach(
        one ->
            built.notes(
                one.notes().stream().map(note -> "#" + one.number() + ": " + note).toList()));
    findings(all).forEach(built::finding);
    return built;
  }

  private static List<Finding> findings(List<Repetition> repetitions) {
    Map<String, List<Advice>> byCause =
        repetitions.stream()
            .flatMap(repetition -> repetition.advice().stream())
            .collect(Collectors.groupingBy(Advice::cause, LinkedHashMap::new, Collectors.toList()));
    return byCause.values().stream()
        .map(
            same ->
                same.get(0)
                    .finding(
                        repetitions.size() == 1
                            ? ""
                            : words("in %d of %d repetitions", same.size(), repetitions.size())))
        .toList();
  }

  private static StoredWrites writes(@Nullable Path folder, Description.Builder built) {
    if (folder == null) {
      return StoredWrites.NONE;
    }
    try {
      return StoredWrites.read(folder);
    } catch (IOException e) {
      built.omitted(
          folder.resolve(OperationsFile.NAME)
              + " cannot be read: "
              + ResultFolder.words(e)
              + "; no timeline of each server");
      return StoredWrites.NONE;
    }
  }

  public static Setup setup(FailoverScenario scenario, Environment environment) {
    ProbeLoad load = scenario.load();
    List<Fact> facts = facts(environment, scenario.cluster(), found(scenario), scenario.settings());
    facts.add(
        new Fact(
            "load",
            words(
                "%s writes/s%s, %s reads/s%s, %s connects/s, open loop",
                seconds(load.writesPerSecond()),
                load.writeMillis() == 0 ? "" : words(" of %,d ms", load.writeMillis()),
                seconds(load.readsPerSecond()),
                readers(load),
                seconds(load.connectsPerSecond()))));
    facts.add(new Fact("fault", fault(scenario)));
    return new Setup(on("failover by " + scenario.change().fault(), environment), facts);
  }

  /** The servers that bmt started, such as ", topology replication, 3 nodes". */
  private static String servers(ClusterScenario cluster) {
    Integer replicas = cluster.replicas();
    return replicas == null
        ? ""
        : words(", topology %s, %s", cluster.topology(), counted(replicas + 1, "node"));
  }

  private static boolean isEmulated(FailoverScenario scenario) {
    return scenario.change().external() == null && scenario.ha().equals(AuroraNames.MODE);
  }

  private static String readers(ProbeLoad load) {
    String pool = load.onePool() ? "" : " over a pool of their own";
    return load.readHa() == null ? pool : pool + " (" + load.readHa() + ")";
  }

  /**
   * Mode in which the application finds its servers; for a URL without a mode, its number of hosts.
   */
  private static String found(FailoverScenario scenario) {
    if (isEmulated(scenario)) {
      return scenario.ha() + " (emulated)";
    }
    return scenario.change().external() == null || !scenario.ha().equals(HaMode.ENDPOINT.word())
        ? scenario.ha()
        : NodeUrl.hosts(DriverUrl.own(scenario.cluster().target())).size() > 1
            ? "the URL's hosts, which name no HA mode"
            : "the URL's only host";
  }

  /** The first facts of a setup, for an application and a cluster. More can be added. */
  public static List<Fact> facts(
      Environment environment, ClusterScenario cluster, String ha, ApplicationSettings settings) {
    String pool =
        settings.goesWithoutPool()
            ? "a new connection for each operation"
            : "HikariCP with " + counted(settings.poolSize(), "connection");
    String found = Objects.requireNonNullElse(cluster.via(), ha);
    List<Fact> facts =
        facts(environment, servers(cluster), words(", servers found by %s, %s", found, pool));
    facts.add(new Fact("settings", settings(settings)));
    facts.addAll(settings.poolProperties().facts());
    if (cluster.hasProxy()) {
      facts.add(new Fact("proxy", HaProxy.SUMMARY + " (" + HaProxy.CONFIG + ")"));
    }
    return facts;
  }

  public static String repetition(Repetition repetition) {
    String reasons = String.join("; ", repetition.verdict().texts());
    String worst = FailoverTable.worst(repetition);
    return line(
        "  #%-3d %-7s  %s%s%s%s",
        repetition.number(),
        repetition.verdict().status(),
        FailoverTable.degraded(repetition.figures()),
        outage(repetition.figures()),
        worst.isEmpty() ? "" : "; " + worst,
        reasons.isEmpty() ? "" : ": " + reasons);
  }

  private static String outage(FailoverFigures figures) {
    return figures.writeOutageOrBoundMs() == null
        ? "no write outage was seen"
        : words(
            "write outage %s ms, server %s ms%s, client-added %s ms",
            FailoverFigures.WRITE_OUTAGE.shown(figures),
            FailoverTable.shown(FailoverFigures.SERVER_OUTAGE, figures),
            FailoverTable.path(figures),
            FailoverTable.added(figures));
  }

  private static String settings(ApplicationSettings settings) {
    PoolSettings pooling = settings.pooling();
    return Stream.of(
            given("connectTimeout", settings.connectTimeoutMillis(), " ms"),
            given("socketTimeout", settings.socketTimeoutMillis(), " ms"),
            given("connectionTimeout", settings.poolTimeoutMillis(), " ms"),
            given("validationTimeout", settings.validationTimeoutMillis(), " ms"),
            given("maxLifetime", settings.maxLifetimeMillis(), " ms"),
            given("networkaddress.cache.ttl", settings.dnsTtlSeconds(), " s"),
            given("retriesAllDown", settings.retriesAllDown(), ""),
            given(settings.family().deniedOption(), settings.deniedListMillis(), " ms"),
            settings.transactionReplay() ? "transactionReplay" : "",
            given("keepaliveTime", pooling == null ? null : pooling.keepaliveMillis(), " ms"),
            pooling != null && Boolean.TRUE.equals(pooling.allowPoolSuspension())
                ? "allowPoolSuspension"
                : "",
            pooling != null && pooling.exceptionOverride() != null
                ? "exception override " + pooling.exceptionOverride().word()
                : settings.evictReadOnly() ? "read-only connections evicted" : "",
            "retry " + settings.retry().word())
        .filter(given -> !given.isEmpty())
        .collect(Collectors.joining(", ", settings.profile().word() + ": ", ""));
  }

  private static String given(String name, @Nullable Number value, String unit) {
    return value == null ? "" : words("%s %,d%s", name, value.longValue(), unit);
  }

  private static String fault(FailoverScenario scenario) {
    ChangeScenario change = scenario.change();
    Long delay = change.promotionDelayMillis();
    return words(
        "after %s s of load, %s%s%s; %s, each with a fresh client JVM",
        seconds(scenario.times().baselineMillis() / 1e3),
        change.external() == null ? "by bmt" : "by the command given",
        delay == null ? "" : words(", promotion %,d ms later", delay),
        change.hold() == null ? "" : words(", with --hold=%s", change.hold()),
        counted(scenario.repeat(), "repetition"));
  }
}
