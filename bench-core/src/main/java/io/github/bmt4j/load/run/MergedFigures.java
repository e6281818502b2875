package io.github.bmt4j.load.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.load.EndpointPlan;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.Throughput;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The figures of merged runs, made on their stored form: integers in it are counts. */
final class MergedFigures {
  /** Parts of a result whose counts are those of all operations. */
  private static final List<String> COUNTED = List.of("totals", "kinds", "shares", "rows");

  /** Figures that several runs have not together. */
  private static final List<String> OF_ONE =
      List.of("server", "fairness", "statements", "endpoints", "nodes", "overTime", "agents");

  /** Figures of clients that are added; of the others, the largest counts. */
  private static final Set<String> ADDED = Set.of("cpuSeconds", "gcPauseMs");

  private MergedFigures() {}

  /** The stored form of a merged run, without intervals and verdict of its own. */
  static ObjectNode of(List<Merge.Part> parts, MergedIntervals times, double elapsedSeconds) {
    List<RunResult> runs = parts.stream().map(Merge.Part::run).toList();
    ObjectNode all = (ObjectNode) ResultJson.tree(runs.get(0));
    all.remove(OF_ONE);
    for (RunResult run : runs.subList(1, runs.size())) {
      JsonNode tree = ResultJson.tree(run);
      COUNTED.forEach(part -> add(all.path(part), tree.path(part)));
      addClient((ObjectNode) all.get("client"), tree.get("client"));
      addScenario((ObjectNode) all.get("scenario"), tree.get("scenario"));
    }
    List<ErrorCount> errors = errors(runs);
    all.set("errorsByCode", ResultJson.tree(errors));
    ObjectNode totals = (ObjectNode) all.get("totals");
    totals.remove("withoutSuccessSeconds");
    totals.put("elapsedSeconds", Figures.round(elapsedSeconds, 1e4));
    kinds(all.path("kinds"), times, elapsedSeconds);
    RunResult summed = Merge.result(all);
    long queries = summed.totals().queries();
    Double tps = Figures.rate(summed.totals().transactions(), elapsedSeconds);
    Throughput throughput = new Throughput(tps, Figures.rate(queries, elapsedSeconds));
    all.set("throughput", ResultJson.tree(throughput));
    all.set(
        "latency", ResultJson.tree(Figures.latency(times.latencies(), summed.totals(), errors)));
    if (queries > 0) {
      double micros = summed.client().cpuSeconds() * 1e6 / queries;
      ((ObjectNode) all.get("client")).put("cpuMicrosPerQuery", Figures.round(micros, 100));
    }
    if (runs.stream().map(run -> run.scenario().target()).distinct().count() > 1) {
      all.remove("serverSeries");
    }
    if (summed.shares() != null || summed.figures() != null) {
      ofWorkload(all, summed);
    }
    return all;
  }

  private static void add(JsonNode sum, JsonNode other) {
    for (int i = 0; i < sum.size() && sum.isArray(); i++) {
      add(sum.get(i), other.path(i));
    }
    if (sum instanceof ObjectNode object) {
      other
          .properties()
          .forEach(
              one -> {
                if (one.getValue().isIntegralNumber()) {
                  long before = object.path(one.getKey()).asLong();
                  object.put(one.getKey(), before + one.getValue().asLong());
                }
              });
    }
  }

  private static void addClient(ObjectNode client, JsonNode other) {
    other
        .properties()
        .forEach(
            one -> {
              double before = client.path(one.getKey()).asDouble();
              double value = one.getValue().asDouble();
              double both = ADDED.contains(one.getKey()) ? before + value : Math.max(before, value);
              client.put(one.getKey(), both);
            });
  }

  private static void addScenario(ObjectNode scenario, JsonNode other) {
    for (String key : List.of("load/threads", "load/terminals", "load/rate", "times/events")) {
      add(scenario, other, "/" + key);
    }
    add(scenario, other, "/client/poolSize");
    ObjectNode load = (ObjectNode) scenario.get("load");
    load.set("dealt", ResultJson.tree(EndpointPlan.EVEN));
    load.remove("threadsFrom");
    List<String> targets = List.of(scenario.get("target").asText().split(" "));
    if (!targets.contains(other.get("target").asText())) {
      scenario.put("target", String.join(" ", targets) + " " + other.get("target").asText());
    }
  }

  private static void add(ObjectNode scenario, JsonNode other, String pointer) {
    JsonNode value = scenario.at(pointer);
    if (value.isMissingNode()) {
      return;
    }
    String key = pointer.substring(pointer.lastIndexOf('/') + 1);
    ObjectNode parent = (ObjectNode) scenario.at(pointer.substring(0, pointer.lastIndexOf('/')));
    if (value.isIntegralNumber()) {
      parent.put(key, value.asLong() + other.at(pointer).asLong());
    } else {
      parent.put(key, value.asDouble() + other.at(pointer).asDouble());
    }
  }

  private static List<ErrorCount> errors(List<RunResult> runs) {
    Map<List<Object>, ErrorCount> sums = new LinkedHashMap<>();
    for (RunResult run : runs) {
      for (ErrorCount one : run.errorsByCode()) {
        sums.merge(
            List.of(one.phase(), one.code(), one.sqlState()),
            one,
            (a, b) ->
                new ErrorCount(
                    a.phase(),
                    a.code(),
                    a.sqlState(),
                    a.count() + b.count(),
                    a.retried() + b.retried(),
                    a.message()));
      }
    }
    return sums.values().stream()
        .sorted(Comparator.comparingLong(ErrorCount::count).reversed())
        .toList();
  }

  private static void kinds(JsonNode kinds, MergedIntervals times, double elapsedSeconds) {
    long begun = 0;
    for (JsonNode kind : kinds) {
      begun += begun(kind);
    }
    for (JsonNode kind : kinds) {
      ObjectNode figures = (ObjectNode) kind;
      long transactions = kind.path("transactions").asLong();
      figures.put("share", begun == 0 ? null : Figures.share((double) begun(kind) / begun));
      figures.put("tps", Figures.rate(transactions, elapsedSeconds));
      figures.set(
          "response",
          ResultJson.tree(
              Percentiles.times(
                  times.ofKind(kind.path("kind").asText()), begun(kind) - transactions)));
    }
  }

  private static long begun(JsonNode kind) {
    return Stream.of("transactions", "failed", "unknown")
        .mapToLong(key -> kind.path(key).asLong())
        .sum();
  }

  private static void ofWorkload(ObjectNode all, RunResult summed) {
    Workload workload = Catalogue.byName(summed.scenario().workload());
    Map<String, String> given = new TreeMap<>();
    summed.scenario().parameters().forEach((name, value) -> given.put(name, value + ""));
    Job job = new Job(workload, Params.resolve(workload.info(), given), summed.scenario());
    List<ShareCount> counts =
        Stream.ofNullable(summed.shares())
            .flatMap(List::stream)
            .map(share -> new ShareCount(share.hits(), share.trials()))
            .toList();
    Optional.ofNullable(ShareFigures.of(workload.shares(job.params()), counts))
        .ifPresent(shares -> all.set("shares", ResultJson.tree(shares)));
    // As of no VALID run: by the specification, tpmC needs all terminals on the tables of a run.
    Optional.ofNullable(Figures.own(job, summed.kinds(), summed.totals().elapsedSeconds(), false))
        .ifPresent(figures -> all.set("figures", ResultJson.tree(figures)));
  }
}
