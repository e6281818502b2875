package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.experiment.Metric.Use;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.sampling.ServerSeries;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures by which runs are compared, and for which limits are set. */
public final class RunMetrics {
  /** Separates the name of a kind of transactions from the name of its figure. */
  static final String OF_KIND = ": ";

  private static final Use[] LIMIT = {Use.LIMIT};
  private static final Use[] COMPARED = {Use.COMPARED};
  private static final Use[] BOTH = {Use.COMPARED, Use.LIMIT};

  public static final Metric<RunResult> TPS =
      figure("tps", "/s", run -> run.throughput().tps(), BOTH);
  public static final Metric<RunResult> P95 =
      time("p95", run -> run.latency().response(), Times::p95, COMPARED);
  public static final Metric<RunResult> NOT_OK =
      share("not OK", run -> run.totals().withoutTime(), run -> run.totals().transactions(), BOTH);

  private static final List<Metric<RunResult>> CONNECTS =
      List.of(
          beside(ConnectionFigures::connects, "connects", "/s", one -> one.perSecond()),
          beside(ConnectionFigures::connects, "connect mean", "ms", one -> one.response().mean()),
          beside(ConnectionFigures::connects, "connect p50", "ms", one -> one.response().p50()),
          beside(ConnectionFigures::connects, "connect p95", "ms", one -> one.response().p95()),
          beside(ConnectionFigures::connects, "connect p99", "ms", one -> one.response().p99()),
          beside(
              ConnectionFigures::connects,
              "connect errors",
              "",
              one -> (double) (one.failed() + one.unserved())));

  private static final List<Metric<RunResult>> IDLE =
      List.of(
          beside(ConnectionFigures::idle, "time to open", "ms", one -> 1e3 * one.openSeconds()),
          beside(ConnectionFigures::idle, "lost idle connections", "", one -> (double) one.lost()),
          beside(
              ConnectionFigures::idle,
              "client heap each",
              "KB",
              one -> kilobytes(one.heapBytesEach())),
          beside(
              ConnectionFigures::idle,
              "client RSS each",
              "KB",
              one -> kilobytes(one.residentBytesEach())),
          beside(
              ConnectionFigures::idle,
              "server memory each",
              "KB",
              one -> kilobytes(one.serverBytesEach())));

  private static final List<Metric<RunResult>> RUN =
      joined(
          List.of(
              List.of(TPS, figure("qps", "/s", run -> run.throughput().qps(), LIMIT)),
              times(run -> run.latency().response(), BOTH),
              List.of(
                  new Metric<RunResult>(
                          "reconnects",
                          new Grid.Column("reconnects", 9, 0),
                          "",
                          Better.LOWER,
                          "%,14d",
                          run -> run.totals().reconnects() == 0 ? null : run.totals().reconnects())
                      .in(Use.ROW),
                  count("errors", run -> run.totals().errors()),
                  share(
                      "errors",
                      run -> run.totals().errors(),
                      run -> run.totals().transactions(),
                      LIMIT),
                  count("not OK", run -> run.totals().withoutTime()),
                  NOT_OK,
                  figure(
                      Figure.CLIENT_CPU, "µs", run -> run.client().cpuMicrosPerQuery(), COMPARED),
                  figure(Figure.SERVER_CPU, "µs", RunMetrics::serverCpu, COMPARED)),
              CONNECTS,
              IDLE));

  private static final List<Metric<KindFigures>> KIND =
      joined(
          List.of(
              List.of(figure("tps", "/s", KindFigures::tps, BOTH)),
              times(KindFigures::response, LIMIT),
              List.of(
                  count("errors", KindFigures::errors),
                  share("errors", KindFigures::errors, KindFigures::transactions, LIMIT),
                  count("not OK", kind -> kind.failed() + kind.unknown()),
                  share(
                      "not OK",
                      kind -> kind.failed() + kind.unknown(),
                      KindFigures::transactions,
                      BOTH))));

  private RunMetrics() {}

  private static <T> Metric<T> figure(
      String name, String unit, Function<T, @Nullable Double> value, Use... uses) {
    Better better = unit.equals("/s") ? Better.HIGHER : Better.LOWER;
    return new Metric<>(name, new Grid.Column(name, 9, 0), unit, better, "%,.2f", value).in(uses);
  }

  /** A figure of the connections beside the load. */
  private static <T> Metric<RunResult> beside(
      Function<ConnectionFigures, @Nullable T> part,
      String name,
      String unit,
      Function<T, @Nullable Double> value) {
    return figure(
        name,
        unit,
        run -> Optional.ofNullable(run.connections()).map(part).map(value).orElse(null),
        BOTH);
  }

  private static @Nullable Double kilobytes(@Nullable Double bytes) {
    return bytes == null ? null : (Double) (bytes / 1e3);
  }

  private static <T> List<Metric<T>> times(Function<T, Times> of, Use... p99) {
    return List.of(
        time("min", of, Times::min, LIMIT),
        time("mean", of, Times::mean, LIMIT),
        time("p50", of, Times::p50, BOTH),
        time("p90", of, Times::p90, LIMIT),
        time("p95", of, Times::p95, BOTH),
        time("p99", of, Times::p99, p99),
        time("p99.9", of, Times::p999, LIMIT),
        time("max", of, Times::max, LIMIT));
  }

  private static <T> Metric<T> time(
      String name, Function<T, Times> of, Function<Times, @Nullable Double> value, Use... uses) {
    return figure(name, "ms", one -> value.apply(of.apply(one)), uses);
  }

  private static <T> Metric<T> count(String name, ToLongFunction<T> count) {
    return figure(name, "", one -> (double) count.applyAsLong(one), LIMIT);
  }

  /** Percent of the tried transactions, whose number may differ between sides. */
  private static <T> Metric<T> share(
      String name, ToLongFunction<T> count, ToLongFunction<T> transactions, Use... uses) {
    return figure(
        name,
        "%",
        one -> {
          long all = count.applyAsLong(one) + transactions.applyAsLong(one);
          return all == 0 ? null : (Double) (100.0 * count.applyAsLong(one) / all);
        },
        uses);
  }

  private static <T> List<Metric<T>> joined(List<List<Metric<T>>> lists) {
    return lists.stream().flatMap(List::stream).toList();
  }

  private static @Nullable Double serverCpu(RunResult run) {
    ServerSeries series = run.serverSeries();
    Double processors = series == null ? null : series.processors();
    Double qps = run.throughput().qps();
    return processors == null || qps == null || qps == 0 ? null : (Double) (1e6 * processors / qps);
  }

  /** The figures of a run for a use: its own, its workload's, and those of each kind. */
  public static Stream<Figure> figures(RunResult run, Use use) {
    Stream<Figure> own =
        run.ownFigures().stream()
            .map(one -> new Figure(one.name(), one.value(), one.unit(), Better.HIGHER));
    Stream<Figure> kinds =
        Stream.ofNullable(run.kinds())
            .flatMap(List::stream)
            .flatMap(kind -> figures(KIND, kind.kind() + OF_KIND, kind, use));
    return Stream.of(
            figures(RUN, "", run, use).limit(1), own, figures(RUN, "", run, use).skip(1), kinds)
        .flatMap(some -> some);
  }

  private static <T> Stream<Figure> figures(
      List<Metric<T>> metrics, String before, T sample, Use use) {
    return metrics.stream()
        .filter(one -> one.isIn(use))
        .map(one -> new Figure(before + one.name(), one.of(sample), one.unit(), one.better()));
  }

  /** The figures of a run that have a line of their own in its report. */
  public static Stream<Metric<RunResult>> rows(RunResult run) {
    return RUN.stream().filter(one -> one.isIn(Use.ROW) && one.of(run) != null);
  }

  /** The names of the figures of a run, or of one of its kinds, that may have limits. */
  static Stream<String> limited(boolean ofKind) {
    List<? extends Metric<?>> metrics = ofKind ? KIND : RUN;
    return metrics.stream().filter(one -> one.isIn(Use.LIMIT)).map(Metric::name).distinct();
  }

  /** The option that a run lacks to have a figure; empty for none. */
  static String lacking(String figure, ConnectionScenario others) {
    return others.perSecond() == 0 && isIn(CONNECTS, figure)
        ? "--connect-rate"
        : others.idle() == 0 && isIn(IDLE, figure) ? "--idle-connections" : "";
  }

  private static boolean isIn(List<Metric<RunResult>> metrics, String name) {
    return metrics.stream().anyMatch(one -> one.name().equals(name));
  }

  /** The unit of a figure, % for a count; empty for a figure of a workload. */
  static String unit(String name) {
    return RUN.stream()
        .filter(one -> one.name().equals(name) && one.isIn(Use.LIMIT))
        .map(Metric::unit)
        .reduce("", (count, share) -> share);
  }
}
