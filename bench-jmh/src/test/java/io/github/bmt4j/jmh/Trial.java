package io.github.bmt4j.jmh;

import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.Twin;
import io.github.bmt4j.jmh.twin.TwinGate;
import io.github.bmt4j.jmh.twin.TwinTrial;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

/** A trial of a benchmark as JMH makes it, without forks and clocks. */
final class Trial implements AutoCloseable {
  private final Class<?> benchmark;
  private final TrialServer server;
  private final TwinTrial trial;
  private final List<String> checked;

  private Trial(Class<?> benchmark, TrialServer server, TwinTrial trial, List<String> checked) {
    this.benchmark = benchmark;
    this.server = server;
    this.trial = trial;
    this.checked = checked;
  }

  /** Opens the server of a test, and lets the benchmark's twins pass the gate. */
  static Trial open(Class<?> benchmark, TrialServer server) throws Exception {
    TwinTrial trial = new TwinTrial();
    trial.begin(server);
    try {
      List<String> checked = TwinGate.of(benchmark, Proofs::once).check(trial);
      return new Trial(benchmark, server, trial, checked);
    } catch (Exception e) {
      trial.end();
      throw e;
    }
  }

  /** The twins that have passed the gate. */
  List<String> checked() {
    return checked;
  }

  /** Lets a method of the benchmark run some times, over states that are made as JMH makes them. */
  void run(String name, int times) throws Exception {
    Method method =
        Arrays.stream(benchmark.getDeclaredMethods())
            .filter(each -> each.isAnnotationPresent(Benchmark.class))
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    Twin twin = (Twin) method.getParameterTypes()[0].getConstructor().newInstance();
    try {
      twin.setUp(trial);
      for (int i = 0; i < times; i++) {
        method.invoke(
            benchmark.getConstructor().newInstance(), arguments(method, twin, blackhole()));
      }
    } catch (InvocationTargetException e) {
      throw new AssertionError(name + " failed", e.getCause());
    } finally {
      twin.close();
    }
  }

  TrialServer server() {
    return server;
  }

  @Override
  public void close() throws Exception {
    trial.end();
  }

  private static Object[] arguments(Method method, Object first, Object second) {
    return method.getParameterCount() == 1 ? new Object[] {first} : new Object[] {first, second};
  }

  private static Blackhole blackhole() {
    return new Blackhole(
        "Today's password is swordfish. I understand instantiating Blackholes directly is"
            + " dangerous.");
  }
}
