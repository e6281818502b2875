package io.github.bmt4j.jmh.host;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * Results of several runs of JMH as if they were one, each kept as soon as JMH reports it. JMH's
 * thread writes, the one that ends the JVM reads.
 */
final class KeptResults {
  private final OutputFormat out;
  private final List<RunResult> whole = new ArrayList<>();
  private final List<RunResult> current = new ArrayList<>();
  private final Set<String> withoutResult = new LinkedHashSet<>();

  KeptResults(OutputFormat out) {
    this.out = out;
  }

  /**
   * Results so far, in JMH's order. Of a run that has not ended, the forks of a benchmark are put
   * together.
   */
  synchronized List<RunResult> results() {
    return Stream.concat(whole.stream(), current.stream())
        .sorted(RunResult.DEFAULT_SORT_COMPARATOR)
        .toList();
  }

  /**
   * Reasons why results are missing: benchmarks without one, and those of which a fork or some
   * iterations failed. JMH's score is then of the rest, and JMH does not say so.
   */
  synchronized List<String> problems() {
    List<String> problems = new ArrayList<>();
    withoutResult.forEach(name -> problems.add(name + " failed"));
    for (RunResult result : whole) {
      BenchmarkParams params = result.getParams();
      int ordered = Math.max(1, params.getForks()) * params.getMeasurement().getCount();
      int found =
          result.getBenchmarkResults().stream()
              .mapToInt(fork -> fork.getIterationResults().size())
              .sum();
      if (found != ordered) {
        problems.add(
            name(params)
                + " failed in part: "
                + found
                + " of "
                + ordered
                + " iterations are there");
      }
    }
    return List.copyOf(problems);
  }

  private static String name(BenchmarkParams params) {
    Map<String, String> values = new TreeMap<>();
    params.getParamsKeys().forEach(key -> values.put(key, params.getParam(key)));
    return params.getBenchmark() + " " + params.getMode().shortLabel() + " " + values;
  }

  /** Ends the output with the table of all results. */
  void finish() {
    out.endRun(results());
    out.flush();
  }

  /** The output for JMH, which prints and keeps; the table of results comes at the end of all. */
  OutputFormat output() {
    return (OutputFormat)
        Proxy.newProxyInstance(
            OutputFormat.class.getClassLoader(),
            new Class<?>[] {OutputFormat.class},
            (proxy, method, given) -> {
              switch (method.getName()) {
                case "startBenchmark" -> started((BenchmarkParams) given[0]);
                case "endBenchmark" -> ended((BenchmarkResult) given[0]);
                case "endRun" -> {
                  ended((Collection<?>) given[0]);
                  return null;
                }
                case "close" -> {
                  out.flush();
                  return null;
                }
                default -> {}
              }
              try {
                return method.invoke(out, given);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }

  private synchronized void started(BenchmarkParams params) {
    withoutResult.add(name(params));
  }

  private synchronized void ended(@Nullable BenchmarkResult result) {
    if (result != null) {
      withoutResult.remove(name(result.getParams()));
      current.add(new RunResult(result.getParams(), List.of(result)));
    }
  }

  private synchronized void ended(Collection<?> ofOneRun) {
    current.clear();
    ofOneRun.forEach(result -> whole.add((RunResult) result));
  }
}
