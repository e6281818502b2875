package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Feature.Circumstances;
import io.github.bmt4j.jmh.fork.Server;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;

/** Lets a benchmark begin only when all its twins do the same work. */
public final class TwinGate {
  private static final int QUOTED_CHARS = 200;

  private final Class<?> benchmark;
  private final Map<String, Twin> twins = new LinkedHashMap<>();

  TwinGate(Class<?> benchmark) {
    this.benchmark = benchmark;
  }

  /**
   * The gate of a benchmark, with a new twin for every method that has one as its parameter.
   *
   * @param parameter gives the values of JMH parameters; where there is none, the twin has its own
   */
  public static TwinGate of(Class<?> benchmark, Function<String, @Nullable String> parameter)
      throws ReflectiveOperationException {
    TwinGate gate = new TwinGate(benchmark);
    Method[] methods = benchmark.getDeclaredMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      for (Class<?> type : method.getParameterTypes()) {
        if (Twin.class.isAssignableFrom(type)) {
          gate.with(method.getName(), twin(type, parameter));
        }
      }
    }
    return gate;
  }

  private static Twin twin(Class<?> type, Function<String, @Nullable String> parameter)
      throws ReflectiveOperationException {
    Twin twin = (Twin) type.getConstructor().newInstance();
    for (Field field : type.getFields()) {
      String value =
          field.isAnnotationPresent(Param.class) ? parameter.apply(field.getName()) : null;
      if (value != null) {
        field.setInt(twin, Integer.parseInt(value));
      }
    }
    return twin;
  }

  /**
   * Adds a twin under the name of its method, whose {@link Feature needs} are those of the twin.
   */
  TwinGate with(String method, Twin twin) {
    twins.put(method, twin);
    return this;
  }

  boolean readsPoints() {
    return twins.values().stream().anyMatch(Twin::readsPoints);
  }

  /**
   * Lets every twin whose needs are met do its work once, and gives their names.
   *
   * @throws IllegalStateException when two do not do the same, or one is not what its name says
   */
  public List<String> check(Server server, Circumstances at) throws Exception {
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

  private List<String> done(String name, Twin twin, Server server) throws Exception {
    List<String> said;
    try (AutoCloseable closing = twin::close) {
      twin.open(server, 0);
      said = twin.once();
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
