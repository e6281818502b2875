package io.github.bmt4j.load.sweep;

import static io.github.bmt4j.load.run.RunMetrics.P95;
import static io.github.bmt4j.load.run.RunMetrics.TPS;
import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.duration;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;
import static io.github.bmt4j.report.Numbers.percent;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.load.report.RunReport;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunSetup;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Band;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Tone;
import io.github.bmt4j.sampling.ServerReport;
import io.github.bmt4j.sampling.ServerSeries;
import io.github.bmt4j.workload.WorkloadFigure;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A sweep for people: its setup, a line for each step, and its answer. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class SweepReport extends ResultKind<SweepResult> {
  public SweepReport() {
    super(SweepResult.KIND, SweepResult.class);
  }

  record Row(Step step, @Nullable Step base) {
    private @Nullable Double scaling() {
      Double now = value(step, TPS::of);
      Double before = base == null ? null : value(base, TPS::of);
      return now == null || base == null || before == null || before == 0
          ? null
          : (Double) (now / step.value() / (before / base.value()));
    }
  }

  @Override
  protected String work() {
    return "rate|arrivals|stages/.*";
  }

  @Override
  protected List<Figure> compared(SweepResult result) {
    Knee knee = result.knee();
    Double most =
        knee == null || knee.bestTps() == null
            ? most(result, TPS::of).map(Map.Entry::getValue).orElse(null)
            : knee.bestTps();
    return List.copyOf(
        Stream.concat(
                Stream.of(new Figure("most tps", most, "/s", Better.HIGHER)),
                result.steps().stream().flatMap(step -> compared(result, step)))
            .collect(
                Collectors.toMap(
                    Figure::name,
                    figure -> figure,
                    (a, b) -> Figure.together(List.of(a, b)),
                    LinkedHashMap::new))
            .values());
  }

  private static Stream<Figure> compared(SweepResult result, Step step) {
    String with = " " + where(result, step.value());
    return Stream.of(
            Stream.of(new Figure("tps" + with, value(step, TPS::of), "/s", Better.HIGHER)),
            Stream.ofNullable(step.run())
                .flatMap(run -> run.ownFigures().stream())
                .map(own -> new Figure(own.name() + with, own.value(), own.unit(), Better.HIGHER)),
            Stream.of(new Figure("p95" + with, value(step, P95::of), "ms", Better.LOWER)))
        .flatMap(figures -> figures);
  }

  static Setup setup(SweepScenario scenario, Environment environment) {
    String threads =
        scenario.threads().stream().map(String::valueOf).collect(Collectors.joining(", "));
    Search search = scenario.search();
    return RunSetup.of(
        scenario.common(),
        environment,
        search == null
            ? threads + " threads, one load after the other"
            : search.ofRate()
                ? words("%s threads, rates up to %,d/s until one is not kept", threads, search.to())
                : words(
                    "%,d to %,d threads, until the rate stops growing",
                    search.from(), search.to()));
  }

  @Override
  protected Description.Builder describe(SweepResult result, @Nullable Path folder) {
    KneeReport found = KneeReport.of(result);
    Description.Builder built =
        new Description.Builder(setup(result.scenario(), result.environment()))
            .headline(found == null ? headline(result) : found.headline(), Tone.PLAIN)
            .notes(notesOf(result));
    List<Row> rows = result.steps().stream().map(step -> new Row(step, result.base())).toList();
    built.part(table(0, differ(result.scenario().search())).grid("Steps", rows));
    if (found == null) {
      most(result, TPS::of).ifPresent(most -> cards(result, built, most.getKey(), most.getValue()));
    } else {
      found.cards(built);
    }
    figures(result, built);
    charts(result, built, found == null ? List.of() : found.band());
    return built;
  }

  /** The most transactions a second, and the response time with these threads, or at this rate. */
  static void cards(SweepResult result, Description.Builder built, int value, double tps) {
    String where = where(result, value);
    Double p95 = p95(result, value);
    built.card("most transactions a second", number("%,.2f", tps), where);
    if (p95 != null) {
      built.card("p95 of response time", millis(p95) + " ms", where);
    }
  }

  private static String headline(SweepResult result) {
    Map.Entry<Integer, Double> most = most(result, TPS::of).orElse(null);
    if (most == null) {
      return "No step is VALID";
    }
    int threads = most.getKey();
    Double p95 = p95(result, threads);
    List<Step> valid = result.steps().stream().filter(Step::valid).toList();
    int largest = valid.stream().mapToInt(Step::threads).max().orElse(0);
    int invalid = result.steps().size() - valid.size();
    String figures =
        words(
            "%s transactions/s%s",
            RunReport.amount(most.getValue()), p95 == null ? "" : ", p95 " + duration(p95));
    String where =
        largest == threads
            ? words(
                "highest with %s, the most %s",
                counted(largest, "thread"), invalid == 0 ? "measured" : "of a VALID step")
            : words(
                "highest with %s, no higher with up to %,d", counted(threads, "thread"), largest);
    return "Throughput was "
        + where
        + ": "
        + figures
        + (invalid == 0
            ? ""
            : words(
                "; %,d of %,d steps %s INVALID",
                invalid, result.steps().size(), invalid == 1 ? "is" : "are"));
  }

  static Columns<Row> table(int columns, String differ) {
    return new Columns<Row>(columns)
        .column(differ, 7, 0, row -> count((long) row.step().value()))
        .column("elapsed", 8, 5, of(run -> number("%,.2f", run.totals().elapsedSeconds())))
        .column("reads", 11, 7, of(run -> count(run.totals().reads())))
        .column("writes", 11, 8, of(run -> count(run.totals().writes())))
        .column("others", 11, 9, of(run -> count(run.totals().others())))
        .column("tps", 10, 0, of(run -> TPS.shown(run)))
        .column("qps", 12, 0, of(run -> number("%,.2f", run.throughput().qps())))
        .column("errors", 7, 0, of(run -> count(run.totals().errors())))
        .column("lost", 6, 0, of(run -> count(run.totals().withoutTime())))
        .column("min", 9, 6, of(run -> millis(run.latency().response().min())))
        .column("avg", 9, 0, of(run -> millis(run.latency().response().mean())))
        .column("max", 9, 3, of(run -> millis(run.latency().response().max())))
        .column("p95", 9, 0, of(run -> millis(run.latency().response().p95())))
        .column("p99", 9, 2, of(run -> millis(run.latency().response().p99())))
        .column("client", 7, 4, of(run -> percent(0, run.client().cpuUtilization())))
        .column("server", 7, 4, of(run -> ServerReport.cpu(servers(run))))
        .column("scaling", 7, 1, row -> percent(0, row.scaling()))
        .column("verdict", -7, 0, row -> verdict(row.step()));
  }

  private static String verdict(Step step) {
    return !step.valid() || step.rate() == null
        ? step.verdict().status().name()
        : step.keepsRate() ? "kept" : "missed";
  }

  static String differ(@Nullable Search search) {
    return search == null || !search.ofRate() ? "threads" : "rate/s";
  }

  private static List<ServerSeries.Server> servers(RunResult run) {
    return ServerReport.first(ServerSeries.all(run.serverSeries()), "");
  }

  private static Function<Row, String> of(Function<RunResult, String> cell) {
    return row -> Optional.ofNullable(row.step().run()).map(cell).orElse("-");
  }

  private static void figures(SweepResult result, Description.Builder built) {
    own(result, built);
    memory(result, built);
    built.figure(byKind(result));
    elsewhere(result, built, "by statement", "statements", run -> run.statements() != null);
    elsewhere(result, built, "by endpoint", "endpoints", run -> run.endpoints() != null);
  }

  private static void own(SweepResult result, Description.Builder built) {
    Map<String, String> units = new LinkedHashMap<>();
    runs(result)
        .flatMap(run -> run.ownFigures().stream())
        .forEach(figure -> units.put(figure.name(), figure.unit()));
    units.forEach(
        (name, unit) ->
            most(result, run -> WorkloadFigure.value(run.ownFigures(), name))
                .ifPresent(
                    most ->
                        built.fact(
                            "most " + name,
                            words(
                                "%,29.2f %s %s",
                                most.getValue(),
                                unit.replace("1/", "/"),
                                where(result, most.getKey())))));
  }

  private record KindRow(int value, KindFigures kind) {}

  private static Grid byKind(SweepResult result) {
    return new Columns<KindRow>()
        .column(differ(result.scenario().search()), 7, 0, row -> count((long) row.value()))
        .column("by kind", -14, 0, row -> row.kind().kind())
        .column("count", 11, 1, row -> count(row.kind().transactions()))
        .column("share", 7, 2, row -> percent(1, row.kind().share()))
        .column("tps", 10, 0, row -> number("%,.2f", row.kind().tps()))
        .column("p50", 9, 3, row -> millis(row.kind().response().p50()))
        .column("p95", 9, 0, row -> millis(row.kind().response().p95()))
        .column("p99", 9, 4, row -> millis(row.kind().response().p99()))
        .column("rollbacks", 9, 5, row -> count(row.kind().rollbacks()))
        .grid(
            "By kind of transaction",
            result.steps().stream()
                .flatMap(
                    step ->
                        Stream.ofNullable(step.run())
                            .flatMap(run -> Stream.ofNullable(run.kinds()))
                            .flatMap(List::stream)
                            .map(kind -> new KindRow(step.value(), kind)))
                .toList());
  }

  private static List<String> notesOf(SweepResult result) {
    return result.steps().stream()
        .flatMap(
            step ->
                Stream.ofNullable(step.run())
                    .flatMap(run -> run.warnings().stream())
                    .filter(warning -> !result.warnings().contains(warning))
                    .map(warning -> step.words() + ": " + warning))
        .toList();
  }

  /**
   * The threads, or the rate, with the largest value of a figure, and that value; the first of
   * equal ones.
   */
  private static Optional<Map.Entry<Integer, Double>> most(
      SweepResult result, Function<RunResult, @Nullable Double> figure) {
    return means(result, true, figure).entrySet().stream().max(Map.Entry.comparingByValue());
  }

  private static Map<Integer, Double> means(
      SweepResult result, boolean valid, Function<RunResult, @Nullable Double> figure) {
    return result.steps().stream()
        .filter(step -> step.valid() == valid && value(step, figure) != null)
        .collect(
            Collectors.groupingBy(
                Step::value,
                LinkedHashMap::new,
                Collectors.averagingDouble(step -> Objects.requireNonNull(value(step, figure)))));
  }

  private static @Nullable Double value(Step step, Function<RunResult, @Nullable Double> figure) {
    RunResult run = step.run();
    return run == null ? null : figure.apply(run);
  }

  static @Nullable Double p95(SweepResult result, int value) {
    return means(result, true, P95::of).get(value);
  }

  private static void memory(SweepResult result, Description.Builder built) {
    runs(result)
        .map(RunResult::client)
        .filter(client -> client.peakRssBytes() != null || client.maxHeapBytes() != null)
        .max(
            Comparator.comparingLong(
                client -> Objects.requireNonNullElse(client.peakRssBytes(), 0L)))
        .ifPresent(client -> built.fact("client", RunReport.memory(client)));
  }

  private static void elsewhere(
      SweepResult result,
      Description.Builder built,
      String what,
      String key,
      Predicate<RunResult> has) {
    if (runs(result).anyMatch(has)) {
      built.fact(what, "steps[].run." + key + " of result.json");
    }
  }

  private static void charts(SweepResult result, Description.Builder built, List<Band> bands) {
    built.figure(chart(result, "Throughput by " + by(result), "transactions/s", TPS::of, bands));
    built.figure(chart(result, "Response time by " + by(result) + ", p95", "ms", P95::of, bands));
  }

  private static String where(SweepResult result, int value) {
    Search search = result.scenario().search();
    return search != null && search.ofRate()
        ? "at " + search.words(value)
        : "with " + counted(value, "thread");
  }

  private static String by(SweepResult result) {
    return differ(result.scenario().search()).replace("/s", "");
  }

  private static Chart chart(
      SweepResult result,
      String title,
      String unit,
      Function<RunResult, @Nullable Double> figure,
      List<Band> bands) {
    // A chart's x must ascend; steps may have any order.
    List<Integer> steps = result.steps().stream().map(Step::value).distinct().sorted().toList();
    Map<Integer, Double> valid = means(result, true, figure);
    Map<Integer, Double> others = means(result, false, figure);
    List<Line> lines =
        Stream.of(
                new Line(unit, steps.stream().<@Nullable Double>map(valid::get).toList()),
                new Line(
                    "INVALID step",
                    steps.stream().<@Nullable Double>map(others::get).toList(),
                    true,
                    null))
            .filter(Line::drawn)
            .toList();
    List<Double> x = steps.stream().map(Integer::doubleValue).toList();
    return Chart.shared(
            title,
            "sweep",
            Chart.Scale.LOG2,
            differ(result.scenario().search()),
            unit,
            List.of(new Plot(x, lines)))
        .with(bands);
  }

  private static Stream<RunResult> runs(SweepResult result) {
    return result.steps().stream().map(Step::run).filter(Objects::nonNull);
  }
}
