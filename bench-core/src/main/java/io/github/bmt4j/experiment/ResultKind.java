package io.github.bmt4j.experiment;

import io.github.bmt4j.os.Providers;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.TextView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A kind of stored result: how it is recognised and read, and its description, from which text,
 * Markdown and pages are made. Registered as a service.
 *
 * @param <R> the stored record
 */
public abstract class ResultKind<R extends Result> {
  private static final String WORKLOAD = "workload|workloadVersion|parameters/.*|replicas";

  private final String name;
  private final Class<R> type;

  /**
   * @param name the stored key {@code kind}, such as "failover"
   * @param type the stored record
   */
  protected ResultKind(String name, Class<R> type) {
    this.name = name;
    this.type = type;
  }

  /** Names by the class of the result: each look for services reads files. */
  private static final Map<Class<?>, String> NAMES = new ConcurrentHashMap<>();

  static String nameOf(Class<? extends Result> type) {
    return NAMES.computeIfAbsent(
        type,
        one ->
            all().filter(kind -> kind.type == one).findFirst().map(ResultKind::name).orElseThrow());
  }

  static Stream<ResultKind<?>> all() {
    return Providers.of(ResultKind.class).map(kind -> (ResultKind<?>) kind);
  }

  static Optional<ResultKind<?>> named(String name) {
    return all().filter(kind -> kind.name.equals(name)).findFirst();
  }

  static ResultKind<?> of(Result result) {
    return all().filter(kind -> kind.type.isInstance(result)).findFirst().orElseThrow();
  }

  /** The kind whose record has a scenario of the given class. */
  static ResultKind<?> of(Record scenario) {
    return all()
        .filter(
            kind ->
                Arrays.stream(kind.type.getRecordComponents())
                    .anyMatch(component -> component.getType() == scenario.getClass()))
        .findFirst()
        .orElseThrow();
  }

  final String name() {
    return name;
  }

  final Class<R> type() {
    return type;
  }

  /**
   * The keys of a scenario, beside the workload, whose values make it another experiment, as a
   * regular expression such as {@code rate|stages/.*}; a key in a nested record is named without
   * it.
   */
  protected String work() {
    return "";
  }

  /**
   * True if figures of results mean different things where this condition differs.
   *
   * @param key such as {@code /scenario/load/rate}
   */
  final boolean isWork(String key) {
    String all = WORKLOAD + (work().isEmpty() ? "" : "|" + work());
    return key.equals("/kind") || key.matches("/scenario/(.*/)?(" + all + ")");
  }

  /** The figures by which results of this kind are compared, the main one first. */
  protected abstract List<Figure> compared(R result);

  /** Its place in a matrix of settings by faults; absent for kinds without one. */
  protected @Nullable MatrixEntry matrixEntry(R result) {
    return null;
  }

  final @Nullable MatrixEntry entry(Result result) {
    return matrixEntry(type.cast(result));
  }

  /**
   * A result for people: headline, facts, figures, tables, charts, findings and notes. {@link
   * #description} adds the verdict.
   *
   * @param folder in which the result is stored; absent if charts that need more than the result
   *     are not wanted
   */
  protected abstract Description.Builder describe(R result, @Nullable Path folder);

  /** A result for people, with its verdict; {@code folder} as of {@link #describe}. */
  final Description description(Result result, @Nullable Path folder) {
    R shown = type.cast(result);
    return describe(shown, folder)
        .notes(shown.warnings())
        .judged(shown.verdict().status().name(), shown.verdict().texts(), shown.failedChecks());
  }

  /** What the owner of the first result's settings changes to have the other's, in words. */
  protected List<String> changes(R own, R other) {
    return List.of();
  }

  final List<String> changed(Result own, Result other) {
    return type.isInstance(other) ? changes(type.cast(own), type.cast(other)) : List.of();
  }

  final List<Figure> figures(Result result) {
    return compared(type.cast(result));
  }

  /** Values of a compared figure in parts of a result; its samples, unless there are others. */
  protected List<Double> spreadOf(R result, Figure figure) {
    return figure.samples();
  }

  final List<Double> spread(Result result, Figure figure) {
    return spreadOf(type.cast(result), figure);
  }

  /**
   * Figures of several results together, by name, if they say more than the medians of the results:
   * percentiles of all their times.
   *
   * @param results by the folders in which they are stored
   */
  protected Map<String, Double> pooled(Map<Path, R> results) {
    return Map.of();
  }

  final Map<String, Double> pooled(List<RunStore.Stored> results) {
    Map<Path, R> byFolder = new LinkedHashMap<>();
    results.forEach(stored -> byFolder.put(stored.folder(), type.cast(stored.result())));
    return pooled(byFolder);
  }

  /** Verdict, reasons, and notes to bear in mind when reading the figures. */
  public final String judgement(R result) {
    return TextView.judgement(description(result, null));
  }

  /** The result in text without its setup: headline, verdict, figures, notes. */
  public final String summary(Result result, int columns) {
    return TextView.summary(description(result, null), columns);
  }

  public final String text(Result result, int columns) {
    return TextView.whole(description(result, null), columns);
  }

  /** The title of a setup: the work and its server. */
  public static String on(String what, Environment environment) {
    return what + " on " + environment.server().description();
  }

  /**
   * The first facts of a setup: the server, and the driver. More can be added.
   *
   * @param servers details of the server, each after a comma; may be empty
   * @param connections details of the driver, likewise
   */
  public static List<Fact> facts(Environment environment, String servers, String connections) {
    Environment.Server server = environment.server();
    Environment.Driver driver = environment.driver();
    String of = server.product() + " " + server.version() + servers;
    return new ArrayList<>(
        List.of(
            new Fact("server", of + ", TLS " + environment.tls()),
            new Fact("driver", driver.name() + " " + driver.version() + connections)));
  }
}
