package io.github.bmt4j.workload;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.DidYouMean;
import io.github.bmt4j.os.Providers;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** All workloads on the class path, found as Java services. */
public final class Catalogue {
  private Catalogue() {}

  /** All workloads, by name. */
  public static List<Workload> all() {
    return all(problem -> {}).stream()
        .sorted(Comparator.comparing((Workload workload) -> workload.info().name()))
        .toList();
  }

  /** All workloads; {@code problems} receives a line for each unusable one. */
  public static List<Workload> all(Consumer<String> problems) {
    return Providers.of(Workload.class, Workload::info, problems);
  }

  /** The workload of this name. */
  public static Workload byName(String name) {
    return all().stream()
        .filter(workload -> workload.info().name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "unknown workload " + name + ": " + DidYouMean.hint(name, names())));
  }

  /** The names of all workloads. */
  public static List<String> names() {
    return all().stream().map(workload -> workload.info().name()).toList();
  }
}
