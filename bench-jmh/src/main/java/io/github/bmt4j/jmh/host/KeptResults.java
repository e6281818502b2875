package io.github.bmt4j.jmh.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * JMH's output of several runs as if they were one, which keeps every result as soon as it is
 * there. JMH's thread writes, the one that ends the JVM reads.
 */
final class KeptResults implements OutputFormat {
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

  @Override
  public synchronized void startBenchmark(BenchmarkParams params) {
    withoutResult.add(name(params));
    out.startBenchmark(params);
  }

  @Override
  public synchronized void endBenchmark(BenchmarkResult result) {
    if (result != null) {
      withoutResult.remove(name(result.getParams()));
      current.add(new RunResult(result.getParams(), List.of(result)));
    }
    out.endBenchmark(result);
  }

  @Override
  public void startRun() {
    out.startRun();
  }

  @Override
  public synchronized void endRun(Collection<RunResult> ofOneRun) {
    // The table of all runs comes at the end.
    current.clear();
    whole.addAll(ofOneRun);
  }

  @Override
  public void iteration(BenchmarkParams params, IterationParams iteration, int number) {
    out.iteration(params, iteration, number);
  }

  @Override
  public void iterationResult(
      BenchmarkParams params, IterationParams iteration, int number, IterationResult data) {
    out.iterationResult(params, iteration, number, data);
  }

  @Override
  public void print(String text) {
    out.print(text);
  }

  @Override
  public void println(String text) {
    out.println(text);
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }

  @Override
  public void verbosePrintln(String text) {
    out.verbosePrintln(text);
  }

  @Override
  public void write(int character) {
    out.write(character);
  }

  @Override
  public void write(byte[] text) throws IOException {
    out.write(text);
  }
}
