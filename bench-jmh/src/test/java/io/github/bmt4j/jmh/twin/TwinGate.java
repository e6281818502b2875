package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Feature.Circumstances;
import io.github.bmt4j.jmh.fork.Handover;
import io.github.bmt4j.jmh.fork.TrialServer;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Proof that all twins of a benchmark do the same work. */
public final class TwinGate {
  private static final int QUOTED_CHARS = 200;

  private final Class<?> benchmark;
  private final Proof proof;
  private final Map<String, Twin> twins = new LinkedHashMap<>();

  /** The work of a twin. */
  public interface Proof {
    /**
     * Lets a twin, which is open, do its work once, and returns the result.
     *
     * @throws IllegalStateException when the work was not done in the way that the twin stands for
     */
    List<String> once(Twin twin) throws Exception;
  }

  TwinGate(Class<?> benchmark, Proof proof) {
    this.benchmark = benchmark;
    this.proof = proof;
  }

  /** The gate of a benchmark, with a new twin for every method that has one as its parameter. */
  public static TwinGate of(Class<?> benchmark, Proof proof) throws ReflectiveOperationException {
    TwinGate gate = new TwinGate(benchmark, proof);
    Method[] methods = benchmark.getDeclaredMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      for (Class<?> type : method.getParameterTypes()) {
        if (Twin.class.isAssignableFrom(type)) {
          gate.with(method.getName(), (Twin) type.getConstructor().newInstance());
        }
      }
    }
    return gate;
  }

  /**
   * Adds a twin under the name of its method, whose {@link Feature needs} are those of the twin.
   */
  TwinGate with(String method, Twin twin) {
    twins.put(method, twin);
    return this;
  }

  /**
   * Lets every twin whose needs are met do its work once, and gives their names.
   *
   * @throws IllegalStateException when two do not do the same, or one is not what its name says
   */
  List<String> check(TrialServer server, Circumstances at) throws Exception {
    List<String> checked = new ArrayList<>();
    List<String> expected = List.of();
    for (Map.Entry<String, Twin> entry : twins.entrySet()) {
      String name = entry.getKey();
      if (!isPossible(name, at)) {
        continue;
      }
      List<String> found = done(name, entry.getValue(), server);
      if (checked.isEmpty()) {
        expected = found;
      } else {
        compare(checked.get(0), expected, name, found);
      }
      checked.add(name);
    }
    return checked;
  }

  /** The same in a trial, whose table of points is made where a twin reads it. */
  public List<String> check(TwinTrial trial) throws Exception {
    if (twins.values().stream().anyMatch(Twin::readsPoints)) {
      trial.makePoints();
    }
    TrialServer server = trial.server();
    return check(
        server,
        Circumstances.of(
            Handover.read().server(server.url),
            DriverCoordinates.parse(server.driver),
            Runtime.version().feature()));
  }

  private List<String> done(String name, Twin twin, TrialServer server) throws Exception {
    List<String> said;
    try (AutoCloseable closing = twin::close) {
      twin.open(server, 0);
      said = proof.once(twin);
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          benchmark.getSimpleName() + "." + name + ": " + e.getMessage(), e);
    }
    if (said.isEmpty()) {
      throw new IllegalStateException(
          benchmark.getSimpleName() + "." + name + " says nothing of what it did");
    }
    return said;
  }

  private void compare(String first, List<String> expected, String name, List<String> found) {
    int same = 0;
    while (same < Math.min(expected.size(), found.size())
        && expected.get(same).equals(found.get(same))) {
      same++;
    }
    if (same < Math.max(expected.size(), found.size())) {
      throw new IllegalStateException(
          benchmark.getSimpleName()
              + ": the twins "
              + first
              + " and "
              + name
              + " do not do the same. "
              + quoted(first, expected, same)
              + "; "
              + quoted(name, found, same));
    }
  }

  private static String quoted(String name, List<String> lines, int index) {
    if (index >= lines.size()) {
      return name + " ends after " + lines.size() + " of them";
    }
    String line = lines.get(index);
    String part = line.length() > QUOTED_CHARS ? line.substring(0, QUOTED_CHARS) + "..." : line;
    return name + " has as number " + (index + 1) + ": " + part;
  }

  private boolean isPossible(String name, Circumstances at) {
    return Feature.neededBy(benchmark, name).stream()
        .allMatch(feature -> feature.obstacle(at).isEmpty());
  }
}
