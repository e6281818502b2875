package io.github.bmt4j.jmh.host;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.WorkloadChoice;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import io.github.bmt4j.preflight.Need;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.util.Optional;

/** The benchmarks that the command line's patterns match, and what parameters they have. */
record Selection(Set<BenchmarkListEntry> entries, Options options) {
  /**
   * Finds them.
   *
   * @param silent output for JMH's messages about its search
   * @throws BadInputException when nothing matches
   */
  static Selection of(Options options, OutputFormat silent) {
    Set<BenchmarkListEntry> found =
        BenchmarkList.defaultList().find(silent, options.getIncludes(), options.getExcludes());
    BadInputException.check(
        !found.isEmpty(),
        "no benchmark matches " + String.join(" ", options.getIncludes()) + ": -l lists them all");
    return new Selection(found, options);
  }

  List<String> names() {
    return entries.stream().map(BenchmarkListEntry::getUsername).distinct().toList();
  }

  /** Names of those that have a parameter. */
  List<String> with(String parameter) {
    return entries.stream()
        .filter(entry -> defaults(entry, parameter) != null)
        .map(BenchmarkListEntry::getUsername)
        .distinct()
        .toList();
  }

  /**
   * Names of those that get a server and its driver from this JVM: clusters are started by the
   * forks that need them.
   */
  List<String> onServers() {
    List<String> failovers = with("fault");
    return with("driver").stream().filter(name -> !failovers.contains(name)).toList();
  }

  List<String> drivers() {
    return onServers().isEmpty() ? List.of() : values("driver");
  }

  /** The values that a parameter takes in those that have it: given ones, else the defaults. */
  List<String> values(String parameter) {
    Optional<Collection<String>> given = options.getParameter(parameter);
    return entries.stream()
        .map(entry -> defaults(entry, parameter))
        .filter(Objects::nonNull)
        .flatMap(defaults -> given.hasValue() ? given.get().stream() : Stream.of(defaults))
        .distinct()
        .toList();
  }

  /**
   * The values that a parameter takes in the benchmarks of one class; none when it is not chosen.
   */
  List<String> values(String parameter, Class<?> benchmarks) {
    boolean chosen =
        entries.stream().anyMatch(entry -> entry.getUserClassQName().equals(benchmarks.getName()));
    return chosen ? values(parameter) : List.of();
  }

  /** Refuses parameters that none of them has: JMH would say nothing. */
  void checkParameters(Set<String> given) {
    Set<String> known =
        entries.stream()
            .filter(entry -> entry.getParams().hasValue())
            .flatMap(entry -> entry.getParams().get().keySet().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    for (String name : given) {
      BadInputException.check(
          known.contains(name),
          "-p "
              + name
              + ": none of the chosen benchmarks has this parameter; they have "
              + (known.isEmpty() ? "none" : String.join(", ", known)));
    }
  }

  /** Refuses more threads than those take that say how many they have. */
  void checkThreads() {
    int wanted = options.getThreads().orElse(1);
    for (BenchmarkListEntry entry : entries) {
      if (wanted != 1 && entry.getThreads().orElse(wanted) == 1) {
        String name = entry.getUserClassQName().replaceFirst(".*\\.", "");
        throw new BadInputException(
            "-t " + wanted + ": " + name + " takes one thread; leave it out with -e " + name);
      }
    }
  }

  Need need() {
    return Need.ofConnections(threads()).writing(writes());
  }

  /** Twins have tables of their own, which they make. */
  private boolean writes() {
    return names().stream().map(Selection::owner).anyMatch(TwinBenchmark.class::isAssignableFrom)
        || WorkloadChoice.names(values("workload")).stream()
            .flatMap(
                name -> values("options").stream().map(options -> WorkloadChoice.of(name, options)))
            .anyMatch(choice -> choice.workload().writes(choice.params()));
  }

  private int threads() {
    return entries.stream()
        .mapToInt(entry -> options.getThreads().orElse(entry.getThreads().orElse(1)))
        .map(threads -> threads > 0 ? threads : Runtime.getRuntime().availableProcessors())
        .reduce(1, Math::max);
  }

  /**
   * A benchmark that cannot run somewhere.
   *
   * @param name of the method, with its class
   * @param reason in words
   */
  record LeftOut(String name, String reason) {}

  /** Those of the ones with drivers that cannot run there. */
  List<LeftOut> leftOut(Feature.Circumstances there) {
    return onServers().stream()
        .map(name -> new LeftOut(name, obstacles(name, there)))
        .filter(one -> !one.reason().isEmpty())
        .toList();
  }

  private static String obstacles(String name, Feature.Circumstances there) {
    return needs(name).stream()
        .map(feature -> feature.obstacle(there))
        .flatMap(java.util.Optional::stream)
        .collect(Collectors.joining("; "));
  }

  boolean needs(Feature feature) {
    return names().stream().anyMatch(name -> needs(name).contains(feature));
  }

  private static List<Feature> needs(String name) {
    return Feature.neededBy(owner(name), name.substring(name.lastIndexOf('.') + 1));
  }

  private static Class<?> owner(String name) {
    try {
      return Class.forName(name.substring(0, name.lastIndexOf('.')));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("JMH knows a class that is not there: " + name, e);
    }
  }

  private static String @Nullable [] defaults(BenchmarkListEntry entry, String parameter) {
    return entry.getParams().hasValue() ? entry.getParams().get().get(parameter) : null;
  }
}
